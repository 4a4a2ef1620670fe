import type { CancelPaymentInput } from "@medusajs/framework/types"
import { isHeld, isTestMoney, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { invalid, notAllowed } from "./errors"

/**
 * Verifies that there is money to capture, and allocates it: the gateway
 * captures when a payment is paid, and nothing else can.
 *
 * @throws MedusaError (400) for payments that the gateway has not confirmed,
 *   for money that was sent back, and for test money in a store that takes live
 *   payments, and for transfers that the chain has yet to prove
 */
export async function allocateCapture(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  const { id, status, mode } = payment
  if (status !== "paid") {
    throw notAllowed(
      `Payment ${id} can't be captured: the gateway has not confirmed it (it is ${status}).`
    )
  }
  const { current_account, chain_policy } =
    await stablecoin.payments.policiesOf(payment)
  if (isHeld(payment, chain_policy)) {
    throw notAllowed(
      `Payment ${id} can't be captured yet: its transfer is not proven on ${payment.chain}, which the settings require. It is captured once it is.`
    )
  }
  if (isTestMoney(payment, current_account)) {
    throw notAllowed(
      `Payment ${id} can't be captured: it was started in ${mode} mode, and this store now takes live payments. No money moved.`
    )
  }
  // From now on, nothing else may use the deposit.
  if (!(await stablecoin.repository.deposits.capture(payment))) {
    throw notAllowed(
      `Payment ${id} can't be captured: its money is sent back, or kept for another order.`
    )
  }
}

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
