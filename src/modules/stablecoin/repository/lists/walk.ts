import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Listing, ListRequest } from "./listing"

/** Maximum of rows read to find matches that no index leads to. */
const READ_ROWS = 50_000

/** Where a list's rows are, and how to find them. */
export type Walk = {
  listing: Listing
  request: ListRequest
  /** Null reads the rows of all groups through their common index. */
  groups: readonly string[] | null
  /** Conditions that the index serves. */
  inIndex: readonly Knex.Raw[]
  /** Conditions that are checked on the row itself. */
  atRow: readonly Knex.Raw[]
}

/** Sorts rows by the request's sort key, then by id. */
export function inOrder(
  rows: Knex.QueryBuilder,
  { sort: { direction } }: Pick<ListRequest, "sort">
): Knex.QueryBuilder {
  return rows.orderBy([
    { column: "key", order: direction },
    { column: "id", order: direction },
  ])
}

/**
 * Selects the rows of all groups as one, with their sort key.
 *
 * @param order sorts each group's rows in the order in which they are merged;
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
      : // Limited, since the join would otherwise read all groups' rows.
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
 * Reduces groups to those that contain the first rows of all. That is at most
 * one group per row, since each has a row before those of the groups left out.
 * Each merged group adds planning time.
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

/**
 * Whether there are more rows than are read, so that matches may be missing.
 */
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

/**
 * Reads group by group, with one plan for all of them.
 *
 * @param rowsOf gets the SQL of a group's name
 */
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
