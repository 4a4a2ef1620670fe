import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** What Medusa is doing around its call of us is over by then, or its process died. */
const LATER_MS = 60_000

/**
 * Has a payment looked at when Medusa is done with it: what it did with the
 * order after our refusal is seen then, also if no event tells of it.
 */
export async function lookLater(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  await stablecoin.lookSoon(payment, LATER_MS)
}
