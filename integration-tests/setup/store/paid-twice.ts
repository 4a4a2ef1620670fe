import { Modules } from "@medusajs/framework/utils"
import {
  paidWebhook,
  postSigned,
} from "../../../tools/harness/gateway/webhooks"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import type { Rail } from "../../../src/ledger"
import { openPayment, type OpenPayment } from "./open-payment"
import { payAndSettle, settled } from "./settled"
import type { TestStore } from "./store"

/** Two payments of one cart, both paid: the second covers nothing. */
export async function paidTwice(
  store: TestStore,
  rail: Rail
): Promise<{ first: OpenPayment; id: string }> {
  const first = await openPayment(store, rail)
  const session = await store.container
    .resolve(Modules.PAYMENT)
    .createPaymentSession(first.cart.payment_collection_id, {
      provider_id: PROVIDERS[rail],
      currency_code: "usd",
      amount: first.cart.total,
      data: {},
    })
  const id = String(session.data.payment_id)
  await settled(store)
  await payAndSettle(store, first.id)
  await postSigned(store, rail, paidWebhook(store, { rail, id }))
  await settled(store)
  return { first, id }
}
