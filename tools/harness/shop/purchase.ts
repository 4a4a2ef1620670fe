import { PROVIDERS } from "../shop/names"
import { type Cart, Shopper } from "../shop/shopper"
import type { Rail } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"
import type { Observer } from "../postgres/observer"
import type { SeededStore } from "../store/seed"
import { waitFor } from "../wait-for"
import { PAID_EVENTS } from "../gateway/webhooks"

type Store = {
  url: string
  seeded: SeededStore
  sandbox: Sandbox
  db: Observer
}

/** A buyer who is about to pay on the gateway's page. */
export type StartedPurchase = {
  rail: Rail
  cart: Cart
  id: string
  session_id: string
}

/**
 * Starts a payment, and waits until the webhook of its creation is processed.
 */
export async function startPurchase(
  { url, seeded, sandbox, db }: Store,
  rail: Rail
): Promise<StartedPurchase> {
  const shopper = new Shopper(url, seeded)
  const cart = await shopper.fillCart()
  const session = await shopper.startSession(cart, PROVIDERS[rail])
  const id = String(session.data.payment_id)
  await sandbox.settled()
  await waitFor("the creation's webhook to be processed", async () => {
    const [processed] = await db.query(
      "SELECT 1 FROM stablecoin_webhook_event WHERE payment_id = $1 AND status = 'processed'",
      [id]
    )
    return processed
  })
  return { rail, cart, id, session_id: session.id }
}

/**
 * Pays at the gateway and drops the webhook.
 *
 * @param how options of the payment, such as another payment's transfer
 * @returns the webhook's body
 */
export async function payWithoutWebhook(
  { sandbox }: Pick<Store, "sandbox">,
  { rail, id }: Pick<StartedPurchase, "rail" | "id">,
  how: Parameters<Sandbox["pay"]>[1] = {}
): Promise<string> {
  const event = PAID_EVENTS[rail]
  sandbox.fault({ event, kind: "drop" })
  await sandbox.pay({ orderNo: id }, how)
  const lost = sandbox
    .webhooks()
    .find((each) => each.event === event && each.body.includes(id))
  if (!lost) {
    throw new Error(`The sandbox did not announce the payment ${id}.`)
  }
  return lost.body
}
