import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import { settled } from "./settled"
import type { TestStore } from "./store"

/** Starts an on-chain payment of 12.50 without a cart. @returns its id */
export async function openWithoutCart(store: TestStore): Promise<string> {
  const service = store.container.resolve(Modules.PAYMENT)
  const amount = { currency_code: "usd", amount: 12.5 }
  const [collection] = await service.createPaymentCollections([amount])
  const session = await service.createPaymentSession(collection!.id, {
    ...amount,
    provider_id: PROVIDERS.onchain,
    data: {},
  })
  await settled(store)
  return String(session.data!.payment_id)
}
