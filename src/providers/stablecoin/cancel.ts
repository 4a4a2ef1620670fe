import { MedusaError } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { lookLater } from "./look-later"

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
    await stablecoin.lookSoon(payment)
    return
  }
  await lookLater(stablecoin, payment)
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Payment ${payment.id} is paid and can't be cancelled: refund it.`
  )
}
