import { isOutlived } from "../../freshness"
import { type Event } from "./event"
import type { Webhook } from "./gateway"
import { questionsAbout } from "./laws"
import { comeToRest, live, step } from "./life"
import { heldBy } from "./medusa"
import type { Setting } from "./setting"
import type { World } from "./world"

/** What a life of webhooks ends in, to be compared with another one's. */
export type End = { broken: string[]; state: string; paid: number }

/**
 * What everybody did, and after it only webhooks, jobs and deaths; what
 * nobody else can tell comes last, if it has not come before.
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
 * Whether the end depends on what happened, and not on when it is told: no time
 * is over, so that none runs out before the news; no person was asked about
 * money yet, which would fit after all when the cart costs the same again; no
 * other payment's end cancels the order that the news is about; and no transfer
 * confirms two payments, of which it pays the one that is reported first.
 */
export function isStillOpen(
  setting: Setting,
  story: readonly Event[]
): boolean {
  const { ledger, gateway, now } = live(setting, story)
  const hashes = gateway.entries.map(({ tx_hash }) => tx_hash)
  const isOneOfSeveral =
    setting.checkout_flow === "order_first" && ledger.rows.length > 1
  return (
    !isOneOfSeveral &&
    new Set(hashes).size === hashes.length &&
    ledger.rows.every(
      (row) => !isOutlived(row, now) && !questionsAbout(ledger, row).length
    )
  )
}

/** Webhooks that have not come, of payments that the gateway can't be asked about. */
function untold({ gateway, ledger, heard }: World): Webhook[] {
  return gateway.webhooks.filter((webhook) => {
    const { rail, gateway_id } = ledger.find(webhook.payment_id)
    const isReadable = rail === "onchain" && gateway_id !== null
    const matters = rail === "onchain" || webhook.report.outcome === "paid"
    return !heard.has(webhook) && !isReadable && matters
  })
}

/**
 * All that must not depend on how the news came. Of a hosted payment without
 * money nothing but webhooks tells an id, or that it failed. Where two payments
 * are paid, which of them is the one too many is chance.
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
