import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"
import { isSameAmount, type Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/**
 * A payment that Medusa may authorize: paid, with the amount and currency of
 * the session that it is bound to. A buyer who is back before the webhook has
 * the gateway asked, where it can be asked.
 *
 * @throws MedusaError (400) when it is not paid, or not for this session's amount
 */
export async function authorize(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Payment> {
  const known = await latest(stablecoin, payment)
  if (known.status !== "paid") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The payment is not confirmed yet (it is ${known.status}). Wait for the gateway's confirmation and complete the cart then.`
    )
  }
  const session = await stablecoin.readMedusaSession(known.session_id)
  const fits =
    session &&
    isSameAmount(session.amount, known.cart_amount) &&
    session.currency === known.cart_currency
  if (!fits) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Payment ${known.id} was made for ${known.cart_amount} ${known.cart_currency}, which is not what its session asks for.`
    )
  }
  return known
}

async function latest(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Payment> {
  if (payment.status === "paid") {
    return payment
  }
  try {
    return await stablecoin.poll(payment)
  } catch (error) {
    if (error instanceof GatewayError) {
      // A gateway that does not answer confirms nothing.
      return payment
    }
    throw error
  }
}
