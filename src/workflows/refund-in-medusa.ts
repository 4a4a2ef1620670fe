import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Payment } from "../ledger"

/**
 * Refunds captured money of an order that is cancelled, or of none. Medusa's
 * workflow refuses these, and its module calls the provider as well.
 */
export async function refundInMedusa(
  container: MedusaContainer,
  { session_id }: Pick<Payment, "session_id">,
  amount: string
): Promise<void> {
  const service = container.resolve(Modules.PAYMENT)
  const [captured] = await service.listPayments({
    payment_session_id: session_id,
  })
  if (captured) {
    await service.refundPayment({ payment_id: captured.id, amount })
  }
}
