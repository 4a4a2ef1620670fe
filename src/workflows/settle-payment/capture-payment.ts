import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { MathBN, Modules } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { allocateCapture } from "../../providers/stablecoin/money"

/** Time within which Medusa has noted a capture with its payment. */
const NOTED_WITHIN_MS = 60_000

/**
 * Captures the payment of an order or of a collection without a cart. If it is
 * captured, Medusa's workflow only records that with the order.
 */
export async function capturePayment(
  container: MedusaContainer,
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  const payments = await container
    .resolve(Modules.PAYMENT)
    .listPayments(
      { payment_session_id: payment.session_id },
      { relations: ["captures"] }
    )
  for (const each of payments) {
    if (isCaptureLost(each, Date.now())) {
      await allocateCapture(stablecoin, payment)
      // Medusa's type lacks the columns that it updates.
      const captured = { id: each.id, captured_at: new Date() }
      await container.resolve(Modules.PAYMENT).updatePayment(captured)
    }
    await capturePaymentWorkflow(container).run({
      input: { payment_id: each.id },
    })
  }
}

/**
 * Whether a process died after Medusa had stored a capture of the whole amount,
 * and before it noted that with the payment. Medusa can't capture it again.
 */
function isCaptureLost(
  { captured_at, amount, captures = [] }: PaymentDTO,
  now: number
): boolean {
  const sum = captures.reduce(
    (total, capture) => MathBN.add(total, capture.amount),
    MathBN.convert(0)
  )
  const isRecent = captures.some(
    ({ created_at }) => new Date(created_at).getTime() > now - NOTED_WITHIN_MS
  )
  return (
    !captured_at && captures.length > 0 && !isRecent && MathBN.gte(sum, amount)
  )
}
