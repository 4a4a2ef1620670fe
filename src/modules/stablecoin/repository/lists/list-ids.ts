import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  COUNTED_ROWS,
  type Found,
  type Listed,
  isAnyOf,
  type Listing,
  type ListRequest,
  type Unpaged,
  ofColumns,
  withinDates,
  withoutUnlisted,
} from "./listing"
import { readGroups } from "./read-groups"
import { throughIndexes } from "./through-indexes"
import type { Selection } from "./walk-ids"
import {
  inOrder,
  isCutShort,
  leadingGroups,
  type Walk,
  walkedRows,
} from "./walk"

type Counted = { count: number; count_exceeded: boolean }

/**
 * Lists rows in a time that does not grow with the table. The groups of the
 * requested columns' values are read together, each through its index in sort
 * order, and merged. It reads only the rows of the pages so far, and one of
 * each group.
 *
 * @param atRow additional conditions, which most rows of the groups meet
 */
export async function listIds(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  atRow: readonly Knex.Raw[] = []
): Promise<Listed> {
  return await throughIndexes(db, async (trx) => {
    const { by } = request.sort
    const groups = await readGroups(trx, listing, request)
    if (groups && !groups.length) {
      return { ids: [], count: 0, count_exceeded: false }
    }
    const dates = withinDates(trx, request)
    const ofRow = [
      ...atRow,
      ...ofColumns(
        trx,
        request,
        (name) => !listing.groupColumns.includes(name)
      ),
    ]
    const walk = { listing, request, groups, inIndex: dates, atRow: ofRow }
    const counted = await countWalked(trx, walk)
    if (by === "created_at" || !dates.length) {
      return await readPage(trx, walk, counted)
    }
    // An index has one order, that of the dates or that of the sort.
    return counted.count_exceeded
      ? await readPage(
          trx,
          { ...walk, inIndex: [], atRow: [...ofRow, ...dates] },
          counted
        )
      : {
          ids: await sortFew(trx, walkedRows(trx, walk), request),
          ...counted,
        }
  })
}

/** Lists pages of what a request selects. */
export function listOf<Request extends ListRequest>(
  select: (
    db: Knex,
    request: Unpaged<Request>,
    now?: Date
  ) => Promise<Selection>
) {
  return async (db: Knex, request: Request, now?: Date): Promise<Listed> =>
    await listSelected(db, await select(db, request, now), request)
}

async function listSelected(
  db: Knex,
  { listing, request, atRow, found, isNarrow }: Selection,
  { limit, offset }: Pick<ListRequest, "limit" | "offset">
): Promise<Listed> {
  const page = { ...request, limit, offset }
  if (found) {
    return await listFound(db, listing, page, found, atRow)
  }
  return isNarrow
    ? await listFew(db, listing, page, atRow)
    : await listIds(db, listing, page, atRow)
}

/** Lists the rows that a search found. */
async function listFound(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  { ids, isCutShort }: Found,
  conditions: readonly Knex.Raw[] = []
): Promise<Exclude<Listed, { refused: string }>> {
  const listed = await listFew(db, listing, request, [
    isAnyOf(db, "id", ids),
    ...conditions,
  ])
  return { ...listed, count_exceeded: listed.count_exceeded || isCutShort }
}

/** Lists a small number of rows: finds all, then sorts them. */
export async function listFew(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  conditions: readonly Knex.Raw[]
): Promise<Exclude<Listed, { refused: string }>> {
  const found = fewRows(db, listing, request, conditions)
  return {
    ids: await sortFew(db, found, request),
    ...(await count(db, found)),
  }
}

/** Selects a small number of rows, with their sort key. */
export function fewRows(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  conditions: readonly Knex.Raw[]
): Knex.QueryBuilder {
  const { table, sorts } = listing
  const all = [
    ...conditions,
    ...withoutUnlisted(db, listing, request),
    ...ofColumns(db, request, () => true),
    ...withinDates(db, request),
  ]
  return db(table)
    .select("id", db.raw(`${sorts[request.sort.by]} AS key`))
    .whereNull("deleted_at")
    .where((rows) => all.forEach((condition) => rows.whereRaw(condition)))
}

async function readPage(
  db: Knex,
  walk: Walk,
  counted: Counted
): Promise<Listed> {
  const { limit, offset } = walk.request
  const groups =
    walk.groups && (await leadingGroups(db, walk, walk.groups, offset + limit))
  if (groups?.length === 0) {
    return { ids: [], ...counted }
  }
  const rows: { id: string }[] = await inOrder(
    walkedRows(db, { ...walk, groups }, inOrder),
    walk.request
  )
    .limit(limit)
    .offset(offset)
  const shown = offset + rows.length
  const isShort = rows.length < limit && shown < counted.count
  return isShort
    ? { refused: "too_broad" }
    : {
        ids: rows.map(({ id }) => id),
        ...counted,
        // If not all rows were read, those counted may differ from those shown.
        count: rows.length
          ? Math.max(counted.count, Math.min(shown, COUNTED_ROWS))
          : counted.count,
      }
}

/**
 * Counts the rows of a walk. If not all of them were read, the number of
 * matches is unknown. The index by `created_at` has all columns needed for
 * counting, whatever the sort.
 */
async function countWalked(db: Knex, walk: Walk): Promise<Counted> {
  const sort = { ...walk.request.sort, by: "created_at" }
  const request = { ...walk.request, sort }
  const counted = await count(db, walkedRows(db, { ...walk, request }))
  return counted.count_exceeded || !(await isCutShort(db, walk))
    ? counted
    : { ...counted, count_exceeded: true }
}

async function count(db: Knex, rows: Knex.QueryBuilder): Promise<Counted> {
  const some = rows.clone().limit(COUNTED_ROWS + 1)
  const [answer]: { count?: string }[] = await db
    .count("key")
    .from(some.as("some"))
  const all = Number(answer?.count)
  return {
    count: Math.min(all, COUNTED_ROWS),
    count_exceeded: all > COUNTED_ROWS,
  }
}

/**
 * Sorts found rows. Materialized, so that the sort does not change how they are
 * found.
 */
async function sortFew(
  db: Knex,
  found: Knex.QueryBuilder,
  request: ListRequest
): Promise<string[]> {
  const some = found.clone().limit(COUNTED_ROWS + 1)
  const rows: { id: string }[] = await inOrder(
    db.withMaterialized("found", some).select("id").from("found"),
    request
  )
    .limit(request.limit)
    .offset(request.offset)
  return rows.map(({ id }) => id)
}
