import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Payment } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

/**
 * Returns the payment that an admin requested.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function mustFindPayment(
  container: MedusaContainer,
  id: string
): Promise<Payment> {
  const payment = await container
    .resolve(STABLECOIN_MODULE)
    .payments.find({ id })
  if (!payment) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no stablecoin payment ${id}.`
    )
  }
  return payment
}
