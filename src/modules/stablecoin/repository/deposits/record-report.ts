import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  isCertain,
  isMoreThan,
  isSameCoins,
  isUnproven,
  type Known,
  matchReport,
  type Payment,
  type Report,
  type ReportedDeposit,
  reportOf,
  restated,
} from "../../../../ledger"
import { resolveReported } from "../exceptions/resolve-open"
import { nameShown, nameTransfer } from "../exceptions/describe"
import type { OpenedException } from "../exceptions/exceptions"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"
import { insertDeposit, lockDeposit } from "./allocations"
import { absorb, nameRest } from "./one-transfer"

/** The money of a reported fact, as recorded. */
export type RecordedReport = Known & {
  /** Exceptions that it opens again. */
  reopened?: OpenedException[]
}

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
  const recorded =
    report &&
    ((await record(trx, payment, report, now)) ??
      // Another payment has reported the transaction meanwhile.
      (await record(trx, payment, report, now)))
  if (report && !recorded) {
    throw new Error(`The deposit of payment ${payment.id} was not stored.`)
  }
  return recorded ?? {}
}

async function record(
  trx: Knex,
  payment: Payment,
  report: Report,
  now: Date
): Promise<RecordedReport | null> {
  const rows = await listCandidates(trx, payment, report)
  const own = rows.find(({ id }) => id === payment.deposit_id)
  const is_unused = own !== undefined && !isMoreThan(own.allocated, "0")
  const match = matchReport(report, payment, rows)
  switch (match.is) {
    case "reused":
      return { transfer_of: { payment_id: match.payment_id }, is_unused }
    case "known": {
      const { deposit: known, absorbs } = match
      const deposit = absorbs
        ? ((await absorb(trx, known, absorbs, now)) ?? absorbs)
        : known
      const reopened = await confirm(trx, payment, report, deposit, now)
      const is_returned = await isReturned(
        trx,
        deposit === absorbs ? absorbs : known
      )
      const is_shown =
        deposit.id === payment.deposit_id && deposit.seen_at !== null
      const deposit_id = deposit.id
      return { deposit_id, is_unused, is_returned, is_shown, reopened }
    }
    case "new": {
      if (await isReplaced(trx, payment, report)) {
        return { is_replaced: true }
      }
      const deposit_id = await insertDeposit(trx, {
        ...report,
        payment_id: payment.id,
        rail: payment.rail,
        destination_address: payment.destination_address?.toLowerCase() ?? null,
        arrived_at: now,
        confirmed_at: now,
        reported: { amount: report.amount, currency: report.currency },
      })
      return deposit_id ? { deposit_id, is_unused } : null
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

/** Whether the merchant alone had found a deposit, and has sent all of it back. */
async function isReturned(trx: Knex, found: DepositRow): Promise<boolean> {
  const known = isCertain(found) ? null : await lockDeposit(trx, found.id)
  return (
    known !== null && !isMoreThan(known.deposit.amount, known.balance.refund)
  )
}

/**
 * Notes that the gateway reported a deposit for a payment.
 *
 * @returns the exceptions that open again
 */
async function confirm(
  trx: Knex,
  payment: Payment,
  report: Report,
  deposit: KnownRow,
  now: Date
): Promise<OpenedException[]> {
  const known = restated(deposit, report, payment)
  const reported = { amount: report.amount, currency: report.currency }
  await trx(TABLE.deposit)
    .where({ id: deposit.id })
    .update({
      ...known,
      reported,
      payment_id: payment.id,
      confirmed_at: deposit.confirmed_at ?? now,
      matched_at: now,
      updated_at: now,
    })
  // Otherwise it makes the payment paid, and settling names what is left.
  const reopened =
    payment.status === "paid" || !isSameCoins(report, payment)
      ? await nameRest(trx, deposit, known.amount, now)
      : []
  await nameShown(trx, deposit.id)
  // A false report made another payment paid: it has no money.
  await trx(TABLE.payment)
    .where({ deposit_id: deposit.id })
    .whereNot({ id: payment.id })
    .update({ deposit_id: null })
  if (known.tx_hash && !deposit.tx_hash) {
    await nameTransfer(trx, deposit.id, known.tx_hash)
  }
  await resolveReported(trx, deposit.id, payment.id)
  return reopened
}

type KnownRow = DepositRow & ReportedDeposit

/**
 * Locks the deposits of a payment, and all of a reported transaction, or what is
 * used of the payment's address. The one that paid its payment is first, then
 * those that the gateway has reported.
 */
async function listCandidates(
  trx: Knex,
  { id, destination_address: to }: Pick<Payment, "id" | "destination_address">,
  { chain, tx_hash }: Report
): Promise<KnownRow[]> {
  return await trx(`${TABLE.deposit} as deposit`)
    .leftJoin<PaymentRow>(
      `${TABLE.payment} as payment`,
      "payment.id",
      "deposit.payment_id"
    )
    .where((wanted) => {
      void wanted.where("deposit.payment_id", id)
      if (tx_hash) {
        void wanted.orWhere({
          "deposit.chain": chain,
          "deposit.tx_hash": tx_hash,
        })
      } else if (to) {
        void wanted.orWhere((used) =>
          used
            .where("deposit.destination_address", to.toLowerCase())
            .whereNull("deposit.confirmed_at")
            .where("deposit.allocated", ">", 0)
        )
      }
    })
    .whereNull("deposit.deleted_at")
    .orderByRaw(
      `payment.deposit_id IS DISTINCT FROM deposit.id, deposit.confirmed_at IS NULL,
       deposit.log_index, deposit.created_at, deposit.id`
    )
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
           AND deposit.allocated = 0, false) AS is_disproven`
      )
    )
    .forUpdate("deposit")
}
