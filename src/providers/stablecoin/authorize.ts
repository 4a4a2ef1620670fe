import { setTimeout } from "node:timers/promises"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"
import { isCovered, isSameAmount, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Medusa's lock of a cart lives 120 s, and a buyer waits for less. */
const ASK_FOR_AT_MOST_MS = 5_000

/**
 * A payment that Medusa may authorize: paid, with the amount and currency of
 * the session that it is bound to. A buyer who is back before the webhook has
 * the gateway asked, where it can be asked.
 *
 * @returns the payment: paid, or still open where the order goes first
 * @throws MedusaError (400) when it is not paid, or not for this session's amount
 */
export async function authorize(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Payment> {
  const known = await latest(stablecoin, payment)
  const mayWait =
    known.checkout_flow === "order_first" && known.status === "pending"
  if (known.status !== "paid" && !mayWait) {
    throw refusal(
      `The payment is not confirmed yet (it is ${known.status}). Wait for the gateway's confirmation and complete the cart then.`
    )
  }
  // Both under Medusa's own lock of the cart: two sessions of one cart, both paid, capture once.
  const [session, covered_by_others] = await Promise.all([
    stablecoin.readMedusaSession(known.session_id),
    stablecoin.coveredByOthers({
      id: known.session_id,
      payment_collection_id: known.payment_collection_id,
    }),
  ])
  const fits =
    session &&
    isSameAmount(session.amount, known.cart_amount) &&
    session.currency === known.cart_currency &&
    session.payment_collection_id === known.payment_collection_id
  if (!fits) {
    throw refusal(
      `Payment ${known.id} was made for ${known.cart_amount} ${known.cart_currency}, which is not what its session asks for.`
    )
  }
  if (isCovered({ amount: session.collection_amount, covered_by_others })) {
    throw refusal(
      `Payment ${known.id} is not needed: another payment has paid for the same cart. It is kept for a person to look at.`
    )
  }
  return known
}

/** The payment as the gateway knows it, if the gateway says so soon enough. */
async function latest(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Payment> {
  if (payment.status === "paid") {
    return payment
  }
  // A gateway that does not answer confirms nothing, and must not hold the cart's lock.
  const timer = new AbortController()
  const giveUp = setTimeout(ASK_FOR_AT_MOST_MS, payment, {
    signal: timer.signal,
    ref: false,
  }).catch(() => payment)
  const asked = stablecoin.poll(payment).catch((error: unknown) => {
    if (error instanceof GatewayError) {
      return payment
    }
    throw error
  })
  try {
    return await Promise.race([asked, giveUp])
  } finally {
    timer.abort()
  }
}

function refusal(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
