import { isOutlived } from "../../freshness"
import { type Event } from "./event"
import type { Webhook } from "./gateway"
import { questionsAbout } from "./laws"
import { comeToRest, live, step } from "./life"
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
  story: readonly Event[],
  schedule: readonly Event[]
): End {
  const world = live(setting, story)
  world.gateway.silentFor = 0
  for (const event of schedule) {
    step(world, event)
  }
  for (const webhook of untold(world)) {
    world.receive(webhook)
  }
  comeToRest(world)
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
export function isStillOpen(
  setting: Setting,
  story: readonly Event[]
): boolean {
  const { ledger, gateway, now } = live(setting, story)
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
      (row) => !isOutlived(row, now) && !questionsAbout(ledger, row).length
    )
  )
}

/** Webhooks that have not arrived, of payments that can't be read. */
function untold({ gateway, ledger, heard }: World): Webhook[] {
  return gateway.webhooks.filter((webhook) => {
    const { rail, gateway_id } = ledger.find(webhook.payment_id)
    const isReadable = rail === "onchain" && gateway_id !== null
    const matters = rail === "onchain" || webhook.report.outcome === "paid"
    return !heard.has(webhook) && !isReadable && matters
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
    rows: ledger.rows.map(({ id, rail, status, gateway_id }) => {
      const isSilent = rail === "hosted" && status !== "paid"
      return isSilent ? [id, "unpaid"] : [id, status, gateway_id]
    }),
  }
  if (paid.length > 1) {
    const owed = paid.filter(({ id }) => Number(ledger.refundsDue(id)) > 0)
    return { ...common, owed: owed.length }
  }
  return {
    ...common,
    money: paid.map(({ tx_hash, reference, paid_at, order_id }) => [
      tx_hash,
      reference,
      paid_at,
      order_id,
    ]),
    exceptions: [...ledger.exceptions.keys()].sort(),
    refunds: ledger.refunds.map(({ payment_id, amount }) => [
      payment_id,
      amount,
    ]),
  }
}
