import { Modules } from "@medusajs/framework/utils"
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
  const [payment] = await store.container
    .resolve(Modules.PAYMENT)
    .listPayments({ payment_session_id: sessionId })
  for (const amount of amounts) {
    const { status } = await admin.call(
      "POST",
      `/admin/payments/${payment!.id}/refund`,
      { amount, note: "Broken on arrival." }
    )
    expect(status).toBe(200)
  }
  return payment!.id
}
