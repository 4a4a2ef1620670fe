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
import {
  inOrder,
  isCutShort,
  leadingGroups,
  type Walk,
  walkedRows,
} from "./walk"

type Counted = { count: number; count_exceeded: boolean }

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
  atRow: readonly Knex.Raw[] = []
): Promise<Listed> {
  return await throughIndexes(db, async (trx) => {
    const { by } = request.sort
    const everywhere = by === listing.ungrouped && !isGrouped(listing, request)
    const groups = everywhere ? null : await readGroups(trx, listing, request)
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
    // An index has one order: the dates' or the sort's.
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

/** Lists rows that are few: sorted when they are found. */
export async function listFew(
  db: Knex,
  { table, sorts }: Listing,
  request: ListRequest,
  conditions: readonly Knex.Raw[]
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
    ...(await count(db, found)),
  }
}

/**
 * Runs what must read through indexes and in their order, whatever PostgreSQL's
 * statistics say, which know nothing of a table that has just grown. All that
 * it reads is of one moment: the groups, their count, and their rows.
 */
async function throughIndexes<T>(
  db: Knex,
  run: (trx: Knex) => Promise<T>
): Promise<T> {
  return await db.transaction(
    async (trx) => {
      await trx.select(
        ...["enable_seqscan", "enable_bitmapscan", "enable_sort", "jit"].map(
          (setting) => trx.raw("set_config(?, 'off', true)", [setting])
        ),
        trx.raw("set_config('max_parallel_workers_per_gather', '0', true)")
      )
      return await run(trx)
    },
    { isolationLevel: "repeatable read", readOnly: true }
  )
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
        // Where not all were read, those counted need not be those shown.
        count: rows.length
          ? Math.max(counted.count, Math.min(shown, COUNTED_ROWS))
          : counted.count,
      }
}

/**
 * Of rows that were not all read, nobody can say how many fit. Whatever they
 * are sorted by, the index by `created_at` has all that it takes to count them.
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

/** Materialized: finding them is one thing, and their order another. */
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
