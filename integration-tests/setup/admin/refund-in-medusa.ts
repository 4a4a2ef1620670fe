import { medusaPaymentId } from "../store/medusa-payment"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"

/**
 * Refunds a session's captured payment as the admin's order page does.
 *
 * @returns the id of Medusa's payment
 */
export async function refundInMedusa(
  store: TestStore,
  { admin }: AdminOperations,
  sessionId: string,
  ...amounts: number[]
): Promise<string> {
  const id = await medusaPaymentId(store, { session: { id: sessionId } })
  for (const amount of amounts) {
    await admin.post(`/admin/payments/${id}/refund`, {
      amount,
      note: "Broken on arrival.",
    })
  }
  return id
}
