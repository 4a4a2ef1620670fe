import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  differenceOf,
  isMoreThan,
  isSameCoins,
  type Payment,
  sumOf,
} from "../../../../ledger"
import { newId } from "../new-id"
import { type DepositRow, TABLE } from "../tables"
import {
  allocate,
  insertDeposit,
  lockDeposit,
  lockPayment,
} from "./allocations"
import { absorb, complete } from "./one-transfer"

/**
 * Records which transfer a proof has shown to be a payment's own. Its row takes
 * the place of one that only the chain had shown.
 */
export async function recordProven(
  trx: Knex,
  { deposit_id, chain, proof }: Pick<Payment, "deposit_id" | "chain" | "proof">,
  now: Date
): Promise<void> {
  if (!deposit_id || !chain || proof?.log_index == null) {
    return
  }
  const { tx_hash, log_index, sender } = proof
  const own = await trx<DepositRow>(TABLE.deposit)
    .where({ id: deposit_id })
    .forUpdate()
    .first()
  const seen = await trx<DepositRow>(TABLE.deposit)
    .where({ chain, tx_hash, log_index })
    .whereNot({ id: deposit_id })
    .whereNull("confirmed_at")
    .whereNull("deleted_at")
    .first()
  if (own && seen) {
    await absorb(trx, own, seen, now)
  } else if (own && own.log_index === null) {
    const { amount, currency } = own
    const transfer = {
      ...own,
      shown: { amount, currency },
      log_index,
      sender,
      block_number: proof.block_number,
      arrived_at: proof.block_time ? new Date(proof.block_time) : now,
      seen_at: now,
    }
    await complete(trx, own, transfer, now)
  }
  await noteMatch(trx, deposit_id, now)
}

/** Reads the time of a deposit's block; null if its chain has not shown it. */
export async function findBlockTime(
  db: Knex,
  id: string
): Promise<Date | null> {
  const seen = await db<DepositRow>(TABLE.deposit)
    .where({ id })
    .whereNotNull("seen_at")
    .first("arrived_at")
  return seen?.arrived_at ?? null
}

/** Notes that a transfer needs no payment to be found for it. */
export async function noteMatch(
  db: Knex,
  id: string,
  now: Date
): Promise<void> {
  await db(TABLE.deposit)
    .where({ id, matched_at: null })
    .update({ matched_at: now })
}

/** Keeps a transfer that is too small to be a payment, without a decision. */
export async function keepDust(db: Knex, id: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const dust = await lockDeposit(trx, id)
    if (dust && dust.deposit.matched_at === null) {
      await noteMatch(trx, id, now)
      await allocate(trx, dust, {
        kind: "kept",
        amount: dust.balance.unallocated,
        reason: STORED_REASONS.dust,
      })
    }
  })
}

/** Money that the gateway reports for a payment that is not stored. */
export type UnknownReport = Pick<
  DepositRow,
  "rail" | "amount" | "currency" | "chain" | "tx_hash" | "mode"
> & {
  /** Identifies the report where it names no transfer. */
  gateway_reference: string
}

/**
 * Records money of a payment that is not stored, once. Its chain may have shown
 * it before.
 *
 * @returns its id; null if the transfer belongs to a payment that is stored
 */
export async function recordUnknown(
  db: Knex,
  report: UnknownReport,
  now = new Date()
): Promise<string | null> {
  const { amount, currency, chain, mode, gateway_reference } = report
  const reported = { amount, currency }
  const tx_hash = chain ? report.tx_hash : null
  const same = tx_hash
    ? { chain, tx_hash }
    : { gateway_reference, payment_id: null }
  const find = async () => {
    const rows = await db<DepositRow>(TABLE.deposit).where({
      ...same,
      deleted_at: null,
    })
    const fitting = rows.filter((each) => isSameCoins(each, report))
    return fitting.find(({ payment_id }) => !payment_id) ?? fitting[0]
  }
  const known = await find()
  if (!known) {
    const fields = {
      payment_id: null,
      arrived_at: now,
      confirmed_at: now,
      reported,
    }
    const id = await insertDeposit(db, { ...report, ...fields, tx_hash })
    return id ?? (await find())?.id ?? null
  }
  if (known.payment_id) {
    return null
  }
  await db(TABLE.deposit).where({ id: known.id, confirmed_at: null }).update({
    reported,
    confirmed_at: now,
    matched_at: now,
    mode,
    updated_at: now,
  })
  return known.id
}

/** Reads the known positions of the transfers that made payments paid. */
export async function readPositions(
  db: Knex,
  paymentIds: readonly string[]
): Promise<Map<string, number>> {
  const rows = await db(`${TABLE.deposit} as deposit`)
    .join(`${TABLE.payment} as payment`, "payment.deposit_id", "deposit.id")
    .whereIn("payment.id", [...paymentIds])
    .whereNotNull("deposit.log_index")
    .select<{ id: string; log_index: number }[]>(
      "payment.id",
      "deposit.log_index"
    )
  return new Map(rows.map(({ id, log_index }) => [id, log_index]))
}

/** A network's own coins that are worth less than a few cents on each. */
const NATIVE_DUST = "0.00001"

/**
 * Stores what a balance in a network's own coin exceeds all that it has shown
 * before. It is matched like a transfer.
 *
 * @returns whether there is more
 */
export async function recordBalance(
  db: Knex,
  payment: Pick<Payment, "id" | "rail" | "chain">,
  address: string,
  { coin, amount }: { coin: string; amount: string },
  now: Date
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    // Two checks at once record it once.
    await lockPayment(trx, payment.id)
    const known = await trx(TABLE.deposit)
      .where({
        chain: payment.chain,
        currency: coin,
        destination_address: address,
        deleted_at: null,
      })
      .pluck<string[]>("amount")
    const shown = sumOf(known)
    if (!isMoreThan(amount, sumOf([shown, NATIVE_DUST]))) {
      return false
    }
    const arrived = { amount: differenceOf(amount, shown), currency: coin }
    await trx(TABLE.deposit).insert({
      id: newId("stdep"),
      rail: payment.rail,
      ...arrived,
      shown: arrived,
      chain: payment.chain,
      destination_address: address,
      arrived_at: now,
      seen_at: now,
    })
    return true
  })
}
