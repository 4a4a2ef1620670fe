import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  isCertain,
  isMoreThan,
  isSameCoins,
  isUnproven,
  matchReport,
  type Payment,
  type Report,
  type ReportedDeposit,
  reportOf,
  restated,
} from "../../../../ledger"
import { nameTransfer, resolveReported } from "../exceptions/exceptions"
import { newId } from "../new-id"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"
import { lockDeposit } from "./allocations"

/** The money of a reported fact, as recorded. */
export type RecordedReport = {
  deposit_id: string | null
  /** Another payment that the reported transfer belongs to. */
  transfer_of: { payment_id: string | null } | null
  /** Whether the deposit that the payment was paid by has replaced it. */
  is_replaced: boolean
  /** Whether nothing uses the deposit that the payment was paid by. */
  is_unused: boolean
  /** Whether all of it was sent back before any source reported it. */
  is_returned: boolean
}

const NOTHING: RecordedReport = {
  deposit_id: null,
  transfer_of: null,
  is_replaced: false,
  is_unused: false,
  is_returned: false,
}

type KnownRow = DepositRow & ReportedDeposit

/**
 * Records the deposit that a paid fact reports. Whichever source reported the
 * same transfer first, it is one row. If two payments report a transaction
 * concurrently, the unique key makes the second wait for the first one's commit.
 * The caller's transaction must have locked the payment.
 */
export async function recordReport(
  trx: Knex,
  payment: Payment,
  fact: Fact,
  now: Date
): Promise<RecordedReport> {
  const report = reportOf(payment, fact)
  if (!report) {
    return NOTHING
  }
  const recorded =
    (await record(trx, payment, report, now)) ??
    // Another payment has reported the transaction meanwhile.
    (await record(trx, payment, report, now))
  if (!recorded) {
    throw new Error(`The deposit of payment ${payment.id} was not stored.`)
  }
  const own = payment.deposit_id
    ? await lockDeposit(trx, payment.deposit_id)
    : null
  return { ...recorded, is_unused: own?.allocations.length === 0 }
}

async function record(
  trx: Knex,
  payment: Payment,
  report: Report,
  now: Date
): Promise<RecordedReport | null> {
  const rows = await listCandidates(trx, payment.id, report)
  const match = matchReport(report, payment, rows)
  switch (match.is) {
    case "reused":
      return {
        ...NOTHING,
        transfer_of: { payment_id: match.payment_id },
      }
    case "known": {
      const { absorbs } = match
      const deposit =
        absorbs && !(await absorb(trx, match.deposit, absorbs))
          ? absorbs
          : match.deposit
      await confirm(trx, payment, report, deposit, now)
      const is_returned = await isReturned(trx, deposit)
      return { ...NOTHING, deposit_id: deposit.id, is_returned }
    }
    case "new": {
      if (await isReplaced(trx, payment, report)) {
        return { ...NOTHING, is_replaced: true }
      }
      const id = await insertDeposit(trx, {
        ...report,
        payment_id: payment.id,
        rail: payment.rail,
        destination_address: payment.destination_address?.toLowerCase() ?? null,
        arrived_at: now,
        confirmed_at: now,
      })
      return id ? { ...NOTHING, deposit_id: id } : null
    }
  }
}

/**
 * Whether the gateway has named another transfer instead, since the chain did
 * not show this one. If it arrives after all, only the chain can show it.
 */
async function isReplaced(
  trx: Knex,
  payment: Payment,
  { chain, tx_hash }: Report
): Promise<boolean> {
  if (!tx_hash || isUnproven(payment)) {
    return false
  }
  const replaced = await trx<DepositRow>(TABLE.deposit)
    .where({ payment_id: payment.id, chain, tx_hash })
    .whereNotNull("deleted_at")
    .first("id")
  return replaced !== undefined
}

/** Whether only the merchant had found a deposit, and sent all of it back. */
async function isReturned(trx: Knex, found: DepositRow): Promise<boolean> {
  if (isCertain(found)) {
    return false
  }
  const known = await lockDeposit(trx, found.id)
  return (
    known !== null && !isMoreThan(known.deposit.amount, known.balance.refund)
  )
}

/** @returns its id, or null if the transfer has a row already */
export async function insertDeposit(
  trx: Knex,
  deposit: Report &
    Pick<DepositRow, "payment_id" | "rail" | "arrived_at"> &
    Partial<DepositRow>
): Promise<string | null> {
  const [row] = await trx(TABLE.deposit)
    .insert({ ...deposit, id: newId("stdep") })
    .onConflict()
    .ignore()
    .returning<{ id: string }[]>("id")
  return row?.id ?? null
}

async function listCandidates(
  trx: Knex,
  paymentId: string,
  { chain, tx_hash }: Report
): Promise<KnownRow[]> {
  return await trx(`${TABLE.deposit} as deposit`)
    .leftJoin<PaymentRow>(
      `${TABLE.payment} as payment`,
      "payment.id",
      "deposit.payment_id"
    )
    .where((wanted) => {
      void wanted.where("deposit.payment_id", paymentId)
      if (tx_hash) {
        void wanted.orWhere({
          "deposit.chain": chain,
          "deposit.tx_hash": tx_hash,
        })
      }
    })
    .whereNull("deposit.deleted_at")
    .orderBy(["deposit.created_at", "deposit.id"])
    .select<KnownRow[]>(
      "deposit.*",
      trx.raw(
        `COALESCE(
           CASE WHEN payment.deposit_id = deposit.id
             THEN payment.proof_status = 'contradicted'
               AND payment.proof ->> 'tx_hash' = deposit.tx_hash
               AND payment.proof ->> 'reason' IN ('wrong_address', 'no_transfer', 'too_early')
               AND (payment.proof ->> 'is_final')::boolean
             ELSE deposit.gateway_reference <> lower(payment.gateway_id) END
           AND NOT EXISTS (SELECT FROM ${TABLE.allocation} AS used
             WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL),
           false) AS is_disproven`
      )
    )
    .forUpdate("deposit")
}

/** Notes that the gateway reported a deposit for a payment. */
async function confirm(
  trx: Knex,
  payment: Payment,
  report: Report,
  deposit: KnownRow,
  now: Date
): Promise<void> {
  const known = restated(deposit, report, payment)
  const isComplete =
    deposit.confirmed_at !== null &&
    deposit.payment_id === payment.id &&
    Object.entries(known).every(
      ([name, value]) => deposit[name as keyof Report] === value
    )
  if (isComplete) {
    return
  }
  await trx(TABLE.deposit)
    .where({ id: deposit.id })
    .update({
      ...known,
      payment_id: payment.id,
      confirmed_at: deposit.confirmed_at ?? now,
      matched_at: now,
      updated_at: now,
    })
  // A false report made another payment paid: it has no money.
  await trx(TABLE.payment)
    .where({ deposit_id: deposit.id })
    .whereNot({ id: payment.id })
    .update({ deposit_id: null })
  if (known.tx_hash && !deposit.tx_hash) {
    await nameTransfer(trx, deposit.id, known.tx_hash)
  }
  await resolveReported(trx, deposit.id, payment.id)
}

/** Fields of a transfer that only its chain shows. */
const SEEN_FIELDS = [
  "tx_hash",
  "log_index",
  "sender",
  "block_number",
  "arrived_at",
  "seen_at",
] as const

/**
 * Makes two rows of one transfer one.
 *
 * @returns false when the second one is used already
 */
async function absorb(
  trx: Knex,
  into: DepositRow,
  { id, ...seen }: DepositRow
): Promise<boolean> {
  const known = await lockDeposit(trx, id)
  if (known?.allocations.length) {
    return false
  }
  await trx(TABLE.deposit).where({ id }).delete()
  await trx(TABLE.exception).where({ deposit_id: id }).update({
    deposit_id: into.id,
  })
  await resolveReported(trx, into.id, into.payment_id)
  await trx(TABLE.deposit)
    .where({ id: into.id })
    .update(Object.fromEntries(SEEN_FIELDS.map((name) => [name, seen[name]])))
  return true
}

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
    await absorb(trx, own, seen)
  } else if (own && own.log_index === null) {
    const arrived_at = proof.block_time ? new Date(proof.block_time) : now
    await trx(TABLE.deposit).where({ id: deposit_id }).update({
      log_index,
      sender,
      block_number: proof.block_number,
      arrived_at,
      seen_at: now,
      updated_at: now,
    })
  }
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
  const { chain, mode, gateway_reference } = report
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
    const fields = { payment_id: null, arrived_at: now, confirmed_at: now }
    const id = await insertDeposit(db, { ...report, ...fields, tx_hash })
    return id ?? (await find())?.id ?? null
  }
  if (known.payment_id) {
    return null
  }
  await db(TABLE.deposit)
    .where({ id: known.id, confirmed_at: null })
    .update({ confirmed_at: now, matched_at: now, mode, updated_at: now })
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
