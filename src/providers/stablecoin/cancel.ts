import type { CancelPaymentInput } from "@medusajs/framework/types"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { notAllowed } from "./errors"

/**
 * Schedules a reconciliation of a payment that Medusa cancelled. It verifies
 * that Medusa really did, cancels an open payment at the gateway and opens a
 * refund due for a paid one. The event of the cancelled order may never arrive.
 *
 * @param context names Medusa's payment, unless Medusa failed to store one: then
 *   there is none to cancel, and an error here would replace the cause
 * @throws MedusaError (400) for paid money, which can't be cancelled
 */
export async function cancel(
  stablecoin: StablecoinModuleService,
  payment: Payment,
  context: CancelPaymentInput["context"]
): Promise<void> {
  if (payment.status !== "paid") {
    await stablecoin.schedules.scheduleReconcile(payment)
    return
  }
  await stablecoin.schedules.scheduleAfterMedusa(payment)
  if (!context?.idempotency_key) {
    return
  }
  throw notAllowed(
    `Payment ${payment.id} is paid and can't be cancelled. Refund it instead.`
  )
}
