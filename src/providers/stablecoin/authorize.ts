import { GatewayError } from "../../gateway"
import {
  amountDue,
  hasStandingOrder,
  type MedusaState,
  type NotAuthorized,
  type Payment,
  whyNotAuthorized,
} from "../../ledger"
import { withTimeout } from "../../shared/with-timeout"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { notAllowed, unknownPayment } from "./errors"

/** Medusa's lock of a cart expires after 120 s, and a buyer waits for less. */
const READ_TIMEOUT_MS = 5_000

/**
 * Finds out whether Medusa may authorize a payment, as `whyNotAuthorized`
 * decides. If the buyer returns before the webhook, the payment is read from
 * the gateway, at a limited rate.
 *
 * @returns the payment, paid or still open under `order_first`, and whether a
 *   cart still has to become its order
 * @throws MedusaError (400) when it may not be authorized
 */
export async function authorize(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<{ known: Payment; is_completing: boolean }> {
  const known = await latest(stablecoin, payment)
  // Read under Medusa's own lock of the cart. Of two paid sessions of one cart
  // only one is captured, and the cart can't change before the order is placed.
  const [read, { current_account }, isCapturable] = await Promise.all([
    stablecoin.medusa.readState(known.id),
    stablecoin.payments.policiesOf(known),
    known.status !== "paid" ||
      stablecoin.repository.deposits.isCapturable(known),
  ])
  if (!read) {
    throw unknownPayment()
  }
  const medusa = { ...read.medusa, current_account }
  const why = whyNotAuthorized(known, medusa, !isCapturable)
  if (why) {
    throw notAllowed(refusalOf(why, known, medusa))
  }
  const is_completing = medusa.cart_id !== null && !hasStandingOrder(medusa)
  return { known, is_completing }
}

function refusalOf(
  why: NotAuthorized,
  { id, status, mode, cart_amount, cart_currency }: Payment,
  { collection }: Pick<MedusaState, "collection">
): string {
  const paidFor = `Payment ${id} was made for ${cart_amount} ${cart_currency}`
  switch (why) {
    case "not_paid":
      return `The payment is not confirmed yet (it is ${status}). Wait for the gateway's confirmation and complete the cart then.`
    case "test_money":
      return `Payment ${id} was started in ${mode} mode, and this store now takes live payments. Start a new payment.`
    case "price_expired":
      return `Payment ${id} was paid after its price had expired. The merchant is notified if its money is worth less than the cart.`
    case "resolved":
      return `Payment ${id} is sent back, or kept for another order. Start a new payment.`
    case "session_differs":
      return `${paidFor}, which differs from its session.`
    case "covered":
      return `Payment ${id} is not needed: nothing is due for its cart or order any more. The merchant is notified.`
    case "cart_differs":
      return `${paidFor}, and the cart now totals ${collection && amountDue(collection)} ${collection?.currency}. Start a new payment.`
  }
}

/**
 * Returns the payment as read from the gateway, or unchanged if the gateway
 * does not respond in time.
 */
async function latest(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Payment> {
  if (payment.status === "paid") {
    return payment
  }
  // A gateway that does not respond confirms nothing, and must not prolong the
  // cart's lock.
  const read = stablecoin.limits.read(payment).catch((error: unknown) => {
    if (error instanceof GatewayError) {
      return payment
    }
    throw error
  })
  return await withTimeout(read, READ_TIMEOUT_MS, () => payment)
}
