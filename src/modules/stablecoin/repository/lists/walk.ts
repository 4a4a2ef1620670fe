import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Listing, ListRequest } from "./listing"

/** Rows that are read at most to find those that no index leads to. */
const READ_ROWS = 50_000

/** Where a list's rows are, and how they are found there. */
export type Walk = {
  listing: Listing
  request: ListRequest
  /** Null: rows of all groups, by their common index. */
  groups: readonly string[] | null
  /** Conditions that the index leads to. */
  inIndex: readonly Knex.Raw[]
  /** Conditions that are seen at the row itself. */
  atRow: readonly Knex.Raw[]
}

/** Puts rows into the order of a request's sort; those of one key by their ids. */
export function inOrder(
  rows: Knex.QueryBuilder,
  { sort: { direction } }: ListRequest
): Knex.QueryBuilder {
  return rows.orderBy([
    { column: "key", order: direction },
    { column: "id", order: direction },
  ])
}

/**
 * The rows of all groups as one, with their sort's key.
 *
 * @param order puts each group's rows into the order in which they are merged;
 *   absent where it does not matter
 */
export function walkedRows(
  db: Knex,
  walk: Walk,
  order?: typeof inOrder
): Knex.QueryBuilder {
  const { request, groups, atRow } = walk
  const rows = groups
    ? order
      ? db.unionAll(
          groups.map((group) => order(rowsOfGroup(db, walk, group), request)),
          true
        )
      : // With a limit, or all groups' rows would be read to be joined to these.
        rowsOfEach(db, groups, (group) =>
          rowsOfGroup(db, walk, group).limit(READ_ROWS + 1)
        )
    : (order ?? asTheyAre)(rowsOfAll(db, walk), request)
  if (!atRow.length) {
    return db.select("id", "key").from(rows.as("rows"))
  }
  const read = (order ?? asTheyAre)(
    db.select("*").from(rows.as("rows")),
    request
  ).limit(READ_ROWS)
  return db.select("id", "key").from(read.as("read")).where("fits", true)
}

/**
 * Of many groups, those that the first rows of all are in: no more of them than
 * rows, since each has a row that comes before those of the groups left out.
 * Each group that is merged takes its time to be planned.
 */
export async function leadingGroups(
  db: Knex,
  walk: Walk,
  groups: readonly string[],
  rows: number
): Promise<string[]> {
  if (groups.length <= rows || walk.atRow.length) {
    return [...groups]
  }
  const heads = rowsOfEach(db, groups, (group) =>
    inOrder(rowsOfGroup(db, walk, group), walk.request).limit(1)
  )
  return await inOrder(db.from(heads.as("heads")), walk.request)
    .limit(rows)
    .pluck("group")
}

/** Whether there are more rows than are read, so that some that fit may not be among them. */
export async function isCutShort(db: Knex, walk: Walk): Promise<boolean> {
  if (!walk.atRow.length) {
    return false
  }
  const beyond = walkedRows(db, { ...walk, atRow: [] })
    .offset(READ_ROWS)
    .limit(1)
  const rows: unknown[] = await beyond
  return rows.length > 0
}

/** Group by group, by one plan for all of them. @param rowsOf given the SQL of a group's name */
function rowsOfEach(
  db: Knex,
  groups: readonly string[],
  rowsOf: (group: Knex.Raw) => Knex.QueryBuilder
): Knex.QueryBuilder {
  return db
    .select("of.group", "row.*")
    .from(
      db.raw(
        'unnest(CAST(? AS text[])) AS "of" ("group") CROSS JOIN LATERAL (?) AS "row"',
        [[...groups], rowsOf(db.raw('"of"."group"'))]
      )
    )
}

function rowsOfGroup(
  db: Knex,
  walk: Walk,
  group: string | Knex.Raw
): Knex.QueryBuilder {
  return rowsOfAll(db, walk).whereRaw(`${walk.listing.group} = ?`, [group])
}

function rowsOfAll(
  db: Knex,
  { listing, request, inIndex, atRow }: Walk
): Knex.QueryBuilder {
  const { table, sorts } = listing
  const rows = db(table)
    .select("id", db.raw(`${sorts[request.sort.by]} AS key`))
    .whereNull("deleted_at")
  if (atRow.length) {
    const all = atRow.map(() => "(?)").join(" AND ")
    rows.select(db.raw(`(${all}) AS fits`, [...atRow]))
  }
  inIndex.forEach((condition) => rows.whereRaw(condition))
  return rows
}

function asTheyAre(rows: Knex.QueryBuilder): Knex.QueryBuilder {
  return rows
}
