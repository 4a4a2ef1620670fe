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
  order: typeof inOrder = (rows) => rows
): Knex.QueryBuilder {
  const { request, atRow } = walk
  const groups = (walk.groups ?? [null]).map((group) =>
    order(rowsOfGroup(db, walk, group), request)
  )
  const rows = db.unionAll(groups, true).as("rows")
  if (!atRow.length) {
    return db.select("id", "key").from(rows)
  }
  const read = order(db.select("*").from(rows), request).limit(READ_ROWS)
  return db.select("id", "key").from(read.as("read")).where("fits", true)
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

function rowsOfGroup(
  db: Knex,
  { listing, request, inIndex, atRow }: Walk,
  group: string | null
): Knex.QueryBuilder {
  const { table, sorts } = listing
  const rows = db(table)
    .select("id", db.raw(`${sorts[request.sort.by]} AS key`))
    .whereNull("deleted_at")
  if (group !== null) {
    rows.whereRaw(`${listing.group} = ?`, [group])
  }
  if (atRow.length) {
    const all = atRow.map(() => "(?)").join(" AND ")
    rows.select(db.raw(`(${all}) AS fits`, [...atRow]))
  }
  inIndex.forEach((condition) => rows.whereRaw(condition))
  return rows
}
