import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { invalid, notAllowed } from "./errors"

/**
 * Writes the refund due of a Medusa refund, or the exception in its place. The
 * gateway has no refund call, so nothing counts as refunded without one of them
 * on disk.
 *
 * @throws MedusaError (400) when nothing was paid, or the refund exceeds what
 *   is left
 */
export async function refund(
  stablecoin: StablecoinModuleService,
  payment: Payment,
  request: { medusa_refund_id: string | undefined; cart_amount: string }
): Promise<void> {
  const { medusa_refund_id, cart_amount } = request
  if (!medusa_refund_id) {
    throw invalid(
      `A refund of payment ${payment.id} has no Medusa refund id, so a repetition could not be detected.`
    )
  }
  const outcome = await stablecoin.refunds.record({
    payment_id: payment.id,
    medusa_refund_id,
    cart_amount,
  })
  if ("refused" in outcome) {
    // Medusa may cancel the order anyway. Settling then opens a refund due for
    // the rest.
    await stablecoin.schedules.scheduleAfterMedusa(payment)
    throw notAllowed(
      outcome.refused === "exceeds_paid"
        ? `A refund of ${cart_amount} exceeds the rest of payment ${payment.id} (${payment.amount} ${payment.currency} was paid).`
        : `Payment ${payment.id} was not paid, so it can't be refunded.`
    )
  }
}
