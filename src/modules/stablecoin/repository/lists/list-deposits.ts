import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { unallocatedSql } from "../deposits/unallocated"
import { TABLE } from "../tables"
import { listOf } from "./list-ids"
import {
  COUNTED_ROWS,
  type Found,
  inBoth,
  type Listing,
  type ListRequest,
  type Unpaged,
} from "./listing"
import { findDeposits } from "./search"
import type { Selection } from "./walk-ids"

const DEPOSITS: Listing = {
  table: TABLE.deposit,
  groupColumns: [],
  group: "",
  sorts: { created_at: "created_at" },
  ungrouped: "created_at",
}

/** Columns with an index, in which few rows share a value. */
const NAMES = ["id", "payment_id"]

export const listDeposits = listOf(selectDeposits)

/** Where a request's deposits are. */
export async function selectDeposits(
  db: Knex,
  { names, where, ...request }: Unpaged<ListRequest>
): Promise<Selection> {
  const { has_rest, ...columns } = where
  const found = [
    ...(names ? [await findDeposits(db, names)] : []),
    ...(has_rest ? [await findUnallocated(db)] : []),
  ]
  return {
    listing: DEPOSITS,
    request: { ...request, where: columns },
    atRow: [],
    found: found.length ? found.reduce(inBoth) : null,
    isNarrow: NAMES.some((column) => columns[column]),
  }
}

/**
 * Finds the newest deposits with unallocated money. Most deposits have one use,
 * of all their money: those are left out first, without a sum.
 */
async function findUnallocated(db: Knex): Promise<Found> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `WITH deposit AS MATERIALIZED (
       SELECT id, amount, created_at FROM ${TABLE.deposit} AS each
       WHERE deleted_at IS NULL AND NOT EXISTS (
         SELECT FROM ${TABLE.allocation} AS used
         WHERE used.deposit_id = each.id AND used.amount = each.amount
           AND used.deleted_at IS NULL))
     SELECT id FROM deposit WHERE ${unallocatedSql("deposit")} > 0
     ORDER BY created_at DESC LIMIT ?`,
    [COUNTED_ROWS]
  )
  return {
    ids: rows.map(({ id }) => id),
    isCutShort: rows.length === COUNTED_ROWS,
  }
}
