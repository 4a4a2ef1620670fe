import { Modules } from "@medusajs/framework/utils"
import type { OpenPayment } from "./open-payment"
import type { TestStore } from "./store"

/** The id of Medusa's payment of a payment that it has authorized. */
export async function medusaPaymentId(
  store: TestStore,
  { session }: { session: Pick<OpenPayment["session"], "id"> }
): Promise<string> {
  const [payment] = await store.container
    .resolve(Modules.PAYMENT)
    .listPayments({ payment_session_id: session.id })
  return payment!.id
}
