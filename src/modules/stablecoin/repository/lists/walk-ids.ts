import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Found,
  isAnyOf,
  type Listing,
  type ListRequest,
  ofColumns,
  withinDates,
} from "./listing"
import { fewRows } from "./list-ids"
import { readGroups } from "./read-groups"
import { throughIndexes } from "./through-indexes"
import { inOrder, leadingGroups, walkedRows } from "./walk"

/** Where the rows of a request are. */
export type Selection = {
  listing: Listing
  request: Omit<ListRequest, "names" | "limit" | "offset">
  /** Conditions that are checked on the row itself. */
  atRow: readonly Knex.Raw[]
  /** The rows of a search; null: those of the whole table. */
  found: Found | null
  /** Whether the request's own columns lead to few rows. */
  isNarrow: boolean
}

/** A row's place in the order of a list, with its sort key as text. */
export type Position = { id: string; key_text: string }

/** Ids of a list after a position, and the position to continue from. */
export type IdPage = { ids: string[]; next: Position | null }

/** PostgreSQL's types of the sort keys. */
const KEY_TYPES: Readonly<Record<string, string>> = {
  created_at: "timestamptz",
  paid_at: "timestamptz",
  amount: "numeric",
}

/**
 * Reads the next ids of a list of any length, in its order. No transaction or
 * connection is kept between two calls, and none reads the same rows again.
 */
export async function walkIds(
  db: Knex,
  selection: Selection,
  after: Position | null,
  limit: number
): Promise<IdPage> {
  const { found, isNarrow } = selection
  return found || isNarrow
    ? await walkFew(db, selection, after, limit)
    : await walkTable(db, selection, after, limit)
}

async function walkTable(
  db: Knex,
  { listing, request: of, atRow }: Selection,
  after: Position | null,
  limit: number
): Promise<IdPage> {
  const request = { ...of, limit, offset: 0 }
  return await throughIndexes(db, async (trx) => {
    const groups = await readGroups(trx, listing, request)
    const dates = withinDates(trx, request)
    // An index has one order, that of the dates or that of the sort.
    const areDatesInIndex = request.sort.by === "created_at"
    const walk = {
      listing,
      request,
      groups,
      inIndex: [
        ...beyond(trx, listing, request, after),
        ...(areDatesInIndex ? dates : []),
      ],
      atRow: [],
    }
    const leading = groups && (await leadingGroups(trx, walk, groups, limit))
    if (leading?.length === 0) {
      return { ids: [], next: null }
    }
    const rows = await positions(
      trx,
      walkedRows(trx, { ...walk, groups: leading }, inOrder),
      request
    )
    const conditions = [
      ...atRow,
      ...(areDatesInIndex ? [] : dates),
      ...ofColumns(
        trx,
        request,
        (name) => !listing.groupColumns.includes(name)
      ),
    ]
    const ids = rows.map(({ id }) => id)
    return {
      ids: await fitting(trx, listing, ids, conditions),
      next: nextOf(rows, limit),
    }
  })
}

async function walkFew(
  db: Knex,
  { listing, request: of, atRow, found }: Selection,
  after: Position | null,
  limit: number
): Promise<IdPage> {
  const request = { ...of, limit, offset: 0 }
  const few = fewRows(db, listing, request, [
    ...(found ? [isAnyOf(db, "id", found.ids)] : []),
    ...atRow,
    ...beyond(db, listing, request, after),
  ])
  const rows = await positions(db, few, request)
  return { ids: rows.map(({ id }) => id), next: nextOf(rows, limit) }
}

async function positions(
  db: Knex,
  rows: Knex.QueryBuilder,
  request: ListRequest
): Promise<Position[]> {
  const page = inOrder(db.select("id", "key").from(rows.as("all")), request)
  return await inOrder(
    db
      .select("id", db.raw("CAST(key AS text) AS key_text"))
      .from(page.limit(request.limit).as("page")),
    request
  )
}

function nextOf(rows: readonly Position[], limit: number): Position | null {
  return rows.length === limit ? (rows.at(-1) ?? null) : null
}

/** The condition of rows after a position, which the sort's index serves. */
function beyond(
  db: Knex,
  { sorts }: Listing,
  { sort: { by, direction } }: ListRequest,
  after: Position | null
): Knex.Raw[] {
  return after
    ? [
        db.raw(
          `(${sorts[by]}, id) ${direction === "asc" ? ">" : "<"} (CAST(? AS ${KEY_TYPES[by]}), ?)`,
          [after.key_text, after.id]
        ),
      ]
    : []
}

/** Those of some rows that meet all conditions, in the same order. */
async function fitting(
  db: Knex,
  { table }: Listing,
  ids: string[],
  conditions: readonly Knex.Raw[]
): Promise<string[]> {
  if (!conditions.length || !ids.length) {
    return ids
  }
  const fits = new Set(
    await db(table)
      .whereRaw(isAnyOf(db, "id", ids))
      .where((rows) => conditions.forEach((one) => rows.whereRaw(one)))
      .pluck<string[]>("id")
  )
  return ids.filter((id) => fits.has(id))
}
