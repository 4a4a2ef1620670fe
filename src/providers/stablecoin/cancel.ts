import { MedusaError } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Medusa has finished what it does around this call by then, or its process has died. */
export const AFTER_MEDUSA_MS = 60_000

/**
 * Notes that Medusa gave a payment up. Whether it really did is found out by a
 * look, which cancels at the gateway what is open and owes back what is paid:
 * the event of the cancelled order may never come.
 *
 * @throws MedusaError (400) for paid money, which can't be cancelled
 */
export async function cancel(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  if (payment.status !== "paid") {
    await stablecoin.scheduleReconcile(payment)
    return
  }
  await stablecoin.scheduleReconcile(payment, AFTER_MEDUSA_MS)
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Payment ${payment.id} is paid and can't be cancelled: refund it.`
  )
}
