import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  COUNTED_ROWS,
  type Listed,
  type Listing,
  type ListRequest,
  ofColumns,
  withinDates,
} from "./listing"
import { isGrouped, readGroups } from "./read-groups"

/** Rows that are read at most to find those that no index leads to. */
const READ_ROWS = 50_000

type Conditions = readonly Knex.Raw[]

/** Where a list's rows are, and in which order. */
type Walk = {
  db: Knex
  listing: Listing
  request: ListRequest
  /** Null: all of them. */
  groups: readonly string[] | null
  /** Conditions that an index leads to. */
  inIndex: Conditions
  /** Conditions that are seen at the row itself. */
  atRow: Conditions
}

/**
 * Lists rows as quickly as if there were few, whatever is asked: the groups of
 * the asked columns' values are walked at once, each through its index in the
 * order of the sort, and merged. So the rows read are those of the pages so
 * far, and one of each group.
 *
 * @param atRow what is asked besides the request: most rows of the groups fit
 */
export async function listIds(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  atRow: Conditions = []
): Promise<Listed> {
  const { by } = request.sort
  const everywhere = by === listing.ungrouped && !isGrouped(listing, request)
  const groups = everywhere ? null : await readGroups(db, listing, request)
  if (groups && !groups.length) {
    return { ids: [], count: 0, count_exceeded: false }
  }
  const dates = withinDates(db, request)
  const ofRow = [
    ...atRow,
    ...ofColumns(db, request, (name) => !listing.groupColumns.includes(name)),
  ]
  const byDate = {
    db,
    listing,
    request,
    groups,
    inIndex: dates,
    atRow: ofRow,
  }
  const counted = await countRows(byDate)
  if (by === "created_at" || !dates.length) {
    return await pageOf(byDate, counted)
  }
  return counted.count_exceeded
    ? await pageOf(
        { ...byDate, inIndex: [], atRow: [...ofRow, ...dates] },
        counted
      )
    : { ids: await sortFew(db, walked(byDate), request), ...counted }
}

/** Lists rows that are few: sorted when they are found. */
export async function listFew(
  db: Knex,
  { table, sorts }: Listing,
  request: ListRequest,
  conditions: Conditions
): Promise<Listed> {
  const asked = [
    ...conditions,
    ...ofColumns(db, request, () => true),
    ...withinDates(db, request),
  ]
  const found = db(table)
    .select("id", db.raw(`${sorts[request.sort.by]} AS key`))
    .whereNull("deleted_at")
    .where((all) => asked.forEach((condition) => all.whereRaw(condition)))
  return {
    ids: await sortFew(db, found, request),
    ...(await counted(db, found)),
  }
}

async function pageOf(
  walk: Walk,
  counted: { count: number; count_exceeded: boolean }
): Promise<Listed> {
  const { sort, limit, offset } = walk.request
  const rows: { id: string }[] = await inOrder(walked(walk, sort), walk.request)
    .limit(limit)
    .offset(offset)
  const ids = rows.map(({ id }) => id)
  const isCutShort = ids.length < limit && offset + ids.length < counted.count
  return isCutShort ? { refused: "too_broad" } : { ids, ...counted }
}

async function countRows(walk: Walk) {
  return await counted(walk.db, walked(walk))
}

async function counted(db: Knex, rows: Knex.QueryBuilder) {
  const some = rows.clone().limit(COUNTED_ROWS + 1)
  const answer = await db.count("id").from(some.as("some")).first()
  const count = Number(answer?.count)
  return {
    count: Math.min(count, COUNTED_ROWS),
    count_exceeded: count > COUNTED_ROWS,
  }
}

/** Materialized: finding them is one thing, and their order another. */
async function sortFew(
  db: Knex,
  found: Knex.QueryBuilder,
  request: ListRequest
): Promise<string[]> {
  const rows: { id: string }[] = await inOrder(
    db
      .withMaterialized("found", found.clone().limit(COUNTED_ROWS + 1))
      .select("id")
      .from("found"),
    request
  )
    .limit(request.limit)
    .offset(request.offset)
  return rows.map(({ id }) => id)
}

function inOrder(
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
 * @param sort given where at most READ_ROWS may be read in this order
 */
function walked(walk: Walk, sort?: ListRequest["sort"]): Knex.QueryBuilder {
  const { db, atRow, request } = walk
  const [first, ...others] = (walk.groups ?? [null]).map((group) =>
    ofGroup(walk, group)
  )
  const rows = db.select("*").from(first!.unionAll(others).as("rows"))
  if (!atRow.length) {
    return db.select("id", "key").from(rows.as("walked"))
  }
  const read = sort ? inOrder(rows, request) : rows
  return db
    .select("id", "key")
    .from(read.limit(READ_ROWS).as("walked"))
    .where("fits", true)
}

function ofGroup(
  { db, listing, request, inIndex, atRow }: Walk,
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
