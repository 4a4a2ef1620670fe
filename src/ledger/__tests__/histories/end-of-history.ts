import {
  type Deposit,
  isMoreThan,
  isSameAmount,
  MONEY_KINDS,
} from "../../index"
import { isOutlived } from "../../open"
import { Event } from "./event"
import type { Webhook } from "./gateway"
import { exceptionsAbout, isUsedUp } from "./laws"
import { runUntilIdle, playHistory, step } from "./play-history"
import { heldBy } from "./medusa"
import type { Setting } from "./setting"
import type { Row } from "./ledger"
import type { World } from "./world"

/** End of a history, to compare with another one. */
export type End = { broken: string[]; state: string; paid: number }

/**
 * Plays all acts, and after them only webhooks, jobs and crashes. Webhooks that
 * are the only source of a fact are received last, if they have not arrived
 * before.
 */
export function endOf(
  setting: Setting,
  history: readonly Event[],
  schedule: readonly Event[]
): End {
  const world = playHistory(setting, history)
  world.gateway.failingCalls = 0
  const known = world.gateway.entries.length
  for (const event of schedule) {
    step(world, aboutKnown(event, known))
  }
  for (const webhook of unreceived(world)) {
    world.receive(webhook)
  }
  runUntilIdle(world)
  return {
    broken: world.broken,
    state: JSON.stringify(endState(world), null, 2),
    paid: world.ledger.rows.filter(({ status }) => status === "paid").length,
  }
}

/** Forged reports are about the same payment, however many start meanwhile. */
function aboutKnown(event: Event, known: number): Event {
  const { act, interruption } = event
  return act.do === "forge"
    ? new Event({ ...act, of: act.of % known }, interruption)
    : event
}

/**
 * Whether the end depends on the acts alone, and not on when they are reported.
 * These conditions ensure that:
 *
 * - No payment has expired, so that none expires before its report.
 * - No exception about money is open, since a cart that returns to the old
 *   amount would match again.
 * - Nothing is forged about an unpaid payment, and the merchant has used no
 *   money of it, which a later report may be about.
 * - No report without a transfer may be about coins that the merchant has used,
 *   while it means others. These are an exception then, and not captured.
 * - No other payment's end cancels the order of the reported one.
 * - No transfer confirms two payments, since it pays the one reported first.
 * - No payment is reported with two transfers, of which the first one pays it. A
 *   wrong report without a transfer, or with coins that no order is paid with,
 *   may be about any.
 * - Where a proof is required, none of several paid payments will lack it. If it
 *   is reported first, it covers their order until the merchant decides.
 * - No two forged reports are about an unpaid hosted transaction, since the last
 *   one counts.
 * - No two paid payments of an existing order have different amounts. The one
 *   reported first decides what is still due, and an exception names the excess.
 */
export function isComparable(
  setting: Setting,
  history: readonly Event[],
  forged: readonly Event[]
): boolean {
  const world = playHistory(setting, history)
  const { ledger, gateway, chain, now } = world
  const hashes = gateway.entries.flatMap(({ tx_hash }) => tx_hash ?? [])
  const paid = gateway.entries.filter(({ status }) => status === "paid")
  const amounts = paid.map(({ amount }) => amount)
  const isUnpaidHosted = gateway.entries.some(
    ({ payment_id, status }) =>
      status !== "paid" && ledger.find(payment_id).rail === "hosted"
  )
  const isOneOfSeveral =
    setting.checkout_flow === "order_first" && ledger.rows.length > 1
  const isUnproven =
    setting.proof === "require" &&
    paid.some(
      ({ rail, tx_hash, amount }) =>
        rail === "onchain" &&
        !chain.transfers.some(
          (each) =>
            each.tx_hash === tx_hash && isSameAmount(each.amount, amount)
        )
    )
  // A worthless transfer is stored in a sum, which no later report is about.
  const isUnconfirmed = chain.transfers.some(
    ({ tx_hash, amount }) =>
      !tx_hash || !hashes.includes(tx_hash) || isMoreThan("1.00", amount)
  )
  return (
    !isOneOfSeveral &&
    !(isUnproven && paid.length > 1) &&
    !(isUnconfirmed && forged.length) &&
    !(isUnpaidHosted && forged.length > 1) &&
    new Set(hashes).size === hashes.length &&
    (setting.hasCart || new Set(amounts).size <= 1) &&
    ledger.rows.every(
      (row) =>
        !isOutlived(row, now) &&
        !exceptionsAbout(ledger, row).length &&
        transfersOf(world, row).size <= 1 &&
        !isContested(world, row)
    )
  )
}

/** The transfers that the gateway and forged reports name for a payment. */
function transfersOf({ gateway, received }: World, { id }: Row): Set<string> {
  const reported = [...gateway.webhooks, ...received].map(
    ({ payment_id, report }) => ({ payment_id, ...report.paid })
  )
  return new Set(
    [...reported, ...gateway.entries].flatMap(({ payment_id, tx_hash }) =>
      payment_id === id ? (tx_hash ?? []) : []
    )
  )
}

/** Whether a forged report or the merchant is about an unpaid payment's money. */
function isContested({ ledger, gateway, received }: World, row: Row): boolean {
  const isForged = [...received].some(
    (each) => each.payment_id === row.id && !gateway.webhooks.includes(each)
  )
  return (
    row.status !== "paid" &&
    (isForged ||
      ledger.deposits.some(
        (each) =>
          each.payment_id === row.id && ledger.allocationsOf(each).length > 0
      ))
  )
}

function depositText({ amount, currency, tx_hash }: Deposit): string {
  return tx_hash ?? [amount, currency].join("/")
}

/** Webhooks that have not arrived, of payments that can't be read. */
function unreceived({ gateway, ledger, received }: World): Webhook[] {
  return gateway.webhooks.filter((webhook) => {
    const { rail, gateway_id } = ledger.find(webhook.payment_id)
    const isReadable = rail === "onchain" && gateway_id !== null
    const matters = rail === "onchain" || webhook.report.outcome === "paid"
    return !received.has(webhook) && !isReadable && matters
  })
}

/**
 * Returns the state that must not depend on the order of reports. Only webhooks
 * report the id or the failure of an unpaid hosted payment. If two payments are
 * paid, it is arbitrary which one is the duplicate.
 */
function endState(world: World): object {
  const { ledger, medusa } = world
  const paid = ledger.rows.filter(({ status }) => status === "paid")
  const common = {
    order: medusa.order,
    held: medusa.payments.map(heldBy).sort().map(String),
    payments: medusa.payments.map(({ captured }) => captured).sort(),
    // A failed completion makes Medusa start one more, which is cancelled.
    rows: ledger.rows
      .filter(({ status }) => status !== "cancelled")
      .map(({ id, rail, status, gateway_id }) => {
        const isUnreported = rail === "hosted" && status !== "paid"
        return isUnreported ? [id, "unpaid"] : [id, status, gateway_id]
      }),
  }
  if (paid.length > 1) {
    const withRefund = paid.filter(
      (row) => Number(ledger.moneyOf(row)?.refund) > 0
    )
    return { ...common, refunded: withRefund.length }
  }
  return {
    ...common,
    money: paid.map(({ tx_hash, reference, paid_at, order_id }) => [
      tx_hash,
      reference,
      paid_at,
      order_id,
    ]),
    exceptions: ledger.exceptions.open
      // It depends on the moment of a crash alone.
      .filter(({ kind }) => kind !== "order_incomplete")
      // They are over once the money is used, and may be opened after that.
      .filter(({ kind, deposit_id }) => {
        const used = deposit_id && isUsedUp(ledger, { deposit_id })
        return !used || !MONEY_KINDS.includes(kind)
      })
      .map(({ key, deposit_id }) =>
        // The ids depend on the order of the reports.
        deposit_id
          ? key.replace(/stdep_\d+/, depositText(ledger.depositOf(deposit_id)))
          : key
      )
      .sort(),
    refunds: ledger.refunds.map(({ payment_id, amount }) => [
      payment_id,
      amount,
    ]),
  }
}
