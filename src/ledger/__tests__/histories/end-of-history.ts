import type { Deposit } from "../../deposits"
import { isOutlived } from "../../freshness"
import { type Event } from "./event"
import type { Webhook } from "./gateway"
import { exceptionsAbout } from "./laws"
import { runUntilIdle, playHistory, step } from "./play-history"
import { heldBy } from "./medusa"
import type { Setting } from "./setting"
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
  for (const event of schedule) {
    step(world, event)
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

/**
 * Whether the end depends on the acts alone, and not on when they are reported.
 * Five conditions ensure that:
 *
 * - No payment has expired, so that none expires before its report.
 * - No exception about money is open, since a cart that returns to the old
 *   amount would match again.
 * - No other payment's end cancels the order of the reported one.
 * - No transfer confirms two payments, since it pays the one reported first.
 * - No two paid payments of an existing order have different amounts. The one
 *   reported first decides what is still due, and an exception names the excess.
 */
export function isComparable(
  setting: Setting,
  history: readonly Event[]
): boolean {
  const { ledger, gateway, now } = playHistory(setting, history)
  const hashes = gateway.entries.map(({ tx_hash }) => tx_hash)
  const amounts = gateway.entries
    .filter(({ status }) => status === "paid")
    .map(({ amount }) => amount)
  const isOneOfSeveral =
    setting.checkout_flow === "order_first" && ledger.rows.length > 1
  return (
    !isOneOfSeveral &&
    new Set(hashes).size === hashes.length &&
    (setting.hasCart || new Set(amounts).size <= 1) &&
    ledger.rows.every(
      (row) => !isOutlived(row, now) && !exceptionsAbout(ledger, row).length
    )
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
    exceptions: [...ledger.exceptions.values()]
      // It depends on the moment of a crash alone.
      .filter(({ kind }) => kind !== "order_incomplete")
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
