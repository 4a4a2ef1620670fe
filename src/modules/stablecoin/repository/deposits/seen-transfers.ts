import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  DEPOSIT_KINDS,
  isSameCoins,
  meantBy,
  type Payment,
  type SeenTransfer,
} from "../../../../ledger"
import { newId } from "../new-id"
import { type DepositRow, TABLE } from "../tables"
import {
  complete,
  completeFound,
  type SeenFields,
  TRANSFER_COLUMNS,
} from "./one-transfer"

const INSERTED_AT_ONCE = 1_000

/** A deposit, as its chain shows it. */
export type SeenDeposit = SeenTransfer & { id: string }

/**
 * Stores transfers that their chain shows. A report that names their
 * transaction, and that no transfer has completed yet, means one of them.
 *
 * @param transfers all of each transaction
 */
export async function recordSeen(
  trx: Knex,
  transfers: readonly SeenTransfer[],
  now: Date
): Promise<void> {
  const shown = transfers.map((transfer): SeenFields => {
    const { amount, currency } = transfer
    return { ...transfer, shown: { amount, currency }, seen_at: now }
  })
  const known = await trx<DepositRow>(TABLE.deposit)
    .whereRaw("chain = ANY(?) AND tx_hash = ANY(?)", [
      shown.flatMap(({ chain }) => chain ?? []),
      shown.flatMap(({ tx_hash }) => tx_hash ?? []),
    ])
    .whereNull("deleted_at")
    .orderBy("id")
    .forUpdate()
  const unknown = shown.filter((each) => {
    const stored = known.filter((row) => isSameTransaction(row, each))
    return stored.every(({ log_index }) => log_index !== each.log_index)
  })
  const meant = new Map<SeenFields, DepositRow>()
  for (const row of known) {
    const transfer = meantByReport(row, unknown)
    if (transfer) {
      meant.set(transfer, row)
    }
  }
  const fresh = unknown.filter((each) => !meant.has(each))
  // A statement takes 65,535 values.
  for (let from = 0; from < fresh.length; from += INSERTED_AT_ONCE) {
    const rows = fresh
      .slice(from, from + INSERTED_AT_ONCE)
      .map((each) => ({ ...each, id: newId("stdep"), rail: "onchain" }))
    await trx(TABLE.deposit).insert(rows).onConflict().ignore()
  }
  for (const [transfer, row] of meant) {
    await complete(trx, row, transfer, now)
  }
}

function isSameTransaction(row: DepositRow, transfer: SeenFields): boolean {
  return row.chain === transfer.chain && row.tx_hash === transfer.tx_hash
}

/** Finds the transfer that a report means which names their transaction. */
function meantByReport(
  row: DepositRow,
  unknown: readonly SeenFields[]
): SeenFields | undefined {
  return row.log_index === null
    ? meantBy(
        row,
        unknown.filter(
          (each) =>
            isSameTransaction(row, each) &&
            // The address of a payment that is not stored is unknown.
            (row.destination_address
              ? each.destination_address === row.destination_address
              : isSameCoins(each, row))
        )
      )
    : undefined
}

/**
 * Seen transfers that are not matched with payments yet, the oldest first. The
 * youngest wait, since the gateway usually reports them within seconds.
 */
export async function listUnmatched(
  db: Knex,
  before: Date,
  limit: number
): Promise<SeenDeposit[]> {
  return await db<DepositRow>(TABLE.deposit)
    .whereNotNull("seen_at")
    .where({ matched_at: null, deleted_at: null })
    .where("arrived_at", "<=", before)
    .orderBy(["arrived_at", "id"])
    .limit(limit)
    .select<SeenDeposit[]>("id", ...TRANSFER_COLUMNS)
}

/**
 * Transfers to a payment's address whose money nothing uses yet, apart from
 * those that paid another payment: not matched, or with an open exception. Read
 * in one statement, so that a transfer that is being matched is in one of both.
 */
export async function listIncoming(
  db: Knex,
  address: string
): Promise<DepositRow[]> {
  const { rows } = await db.raw<{ rows: DepositRow[] }>(
    `SELECT deposit.* FROM ${TABLE.deposit} AS deposit
     WHERE deposit.destination_address = :address AND deposit.matched_at IS NULL
       AND deposit.seen_at IS NOT NULL AND deposit.deleted_at IS NULL
     UNION
     SELECT deposit.* FROM ${TABLE.exception} AS exception
     JOIN ${TABLE.deposit} AS deposit ON deposit.id = exception.deposit_id
     WHERE exception.status = 'open' AND exception.deleted_at IS NULL
       AND exception.kind = ANY(:kinds)
       AND deposit.destination_address = :address
       AND deposit.seen_at IS NOT NULL AND deposit.unallocated > 0`,
    { address, kinds: [...DEPOSIT_KINDS] }
  )
  return rows
}

/**
 * Gives a seen transfer to a payment.
 *
 * @returns the id of its deposit; null if nothing is left of it, or the gateway
 * has reported it meanwhile
 */
export async function assignSeen(
  trx: Knex,
  id: string,
  payment: Pick<Payment, "id">,
  now: Date
): Promise<string | null> {
  const [seen] = await trx(TABLE.deposit)
    .where({ id, matched_at: null, confirmed_at: null })
    .update({ payment_id: payment.id, matched_at: now, updated_at: now })
    .returning<DepositRow[]>("*")
  return seen ? await completeFound(trx, seen, payment, now) : null
}
