import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../../tools/harness/store/seed"
import type { Cart, PaymentSession } from "../../../tools/harness/shop/shopper"
import type { Rail } from "../../../src/ledger"
import { settled } from "./settled"
import type { TestStore } from "./store"

/** A buyer who is about to pay on the gateway's page. */
export type OpenPayment = {
  rail: Rail
  cart: Cart
  session: PaymentSession
  /** The ledger row's id, which is the gateway's order number. */
  id: string
}

/** Starts a payment and waits until its first webhook is in the ledger. */
export async function openPayment(
  store: TestStore,
  rail: Rail,
  data: Record<string, unknown> = {}
): Promise<OpenPayment> {
  const cart = await store.shopper.fillCart()
  const session = await store.shopper.startSession(cart, PROVIDERS[rail], data)
  await settled(store)
  return { rail, cart, session, id: String(session.data.payment_id) }
}

/**
 * A second session of a cart, as two concurrent tabs create it: Medusa takes no
 * lock.
 */
export async function openSecond(
  store: TestStore,
  { cart }: Pick<OpenPayment, "cart">,
  rail: Rail
): Promise<Omit<OpenPayment, "session">> {
  const session = await store.container
    .resolve(Modules.PAYMENT)
    .createPaymentSession(cart.payment_collection_id, {
      provider_id: PROVIDERS[rail],
      currency_code: "usd",
      amount: cart.total,
      data: {},
    })
  await settled(store)
  return { rail, cart, id: String(session.data?.payment_id) }
}
