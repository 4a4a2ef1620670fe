import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Allocation, type Balance, balanceOf } from "../../../../ledger"
import { type DepositRow, TABLE } from "../tables"
import { isText } from "../text"

/** A deposit with its uses. */
export type ListedDeposit = DepositRow & {
  allocations: Allocation[]
  unallocated: Balance["unallocated"]
}

/** Filters of a list of deposits. */
export type DepositsRequest = {
  id?: readonly string[]
  payment_id?: readonly string[]
  /** Only those that are not used up, or only those that are. */
  has_rest?: boolean
  /** Beginning of an id, a hash or an address. */
  q?: string
  limit: number
  offset: number
}

/** SQL of what is unallocated of a deposit. The parameter is its alias. */
export function unallocatedSql(deposit: string): string {
  return `(CAST(${deposit}.amount AS numeric) - COALESCE((
    SELECT SUM(CAST(used.amount AS numeric)) FROM ${TABLE.allocation} AS used
    WHERE used.deposit_id = ${deposit}.id AND used.deleted_at IS NULL), 0))`
}

/** Lists deposits, the newest first, and counts them up to 10,000. */
export async function listDeposits(
  db: Knex,
  { id, payment_id, has_rest, q, limit, offset }: DepositsRequest
): Promise<{ deposits: ListedDeposit[]; count: number }> {
  const found = () => {
    const query = db(`${TABLE.deposit} as deposit`).whereNull(
      "deposit.deleted_at"
    )
    if (id) {
      void query.whereIn("deposit.id", id.filter(isText))
    }
    if (payment_id) {
      void query.whereIn("deposit.payment_id", payment_id.filter(isText))
    }
    if (has_rest !== undefined) {
      void query.whereRaw(
        `${unallocatedSql("deposit")} ${has_rest ? ">" : "="} 0`
      )
    }
    if (q && isText(q)) {
      void query.where((named) => beginsWith(named, q))
    }
    return query
  }
  const [rows, counted] = await Promise.all([
    found()
      .orderBy([
        { column: "deposit.created_at", order: "desc" },
        { column: "deposit.id", order: "desc" },
      ])
      .limit(limit)
      .offset(offset)
      .select<DepositRow[]>("deposit.*"),
    db
      .from(found().select("deposit.id").limit(COUNTED).as("counted"))
      .count<{ count: string }[]>("id")
      .first(),
  ])
  const allocations = await db<Allocation>(TABLE.allocation)
    .whereIn(
      "deposit_id",
      rows.map((each) => each.id)
    )
    .whereNull("deleted_at")
    .orderBy(["created_at", "id"])
  const deposits = rows.map((row) => {
    const own = allocations.filter(({ deposit_id }) => deposit_id === row.id)
    const { unallocated } = balanceOf(row, own)
    return { ...row, allocations: own, unallocated }
  })
  return { deposits, count: Number(counted?.count ?? 0) }
}

const COUNTED = 10_000

function beginsWith(query: Knex.QueryBuilder, q: string): void {
  const beginning = `${q.replace(/[\\%_]/g, "\\$&")}%`
  for (const column of ["id", "payment_id"]) {
    void query.orWhereLike(`deposit.${column}`, beginning)
  }
  for (const column of ["tx_hash", "sender", "destination_address"]) {
    void query.orWhereLike(`deposit.${column}`, beginning.toLowerCase())
  }
}
