import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { isDisproven, isHeld, isMissing } from "./proof"
import { readsChain } from "./proof-mode"

/** Whether the chain does not show the transfer that the gateway reported. */
export function isDoubted(
  payment: Payment,
  { chain_policy }: Pick<MedusaState, "chain_policy">,
  now: Date
): boolean {
  return (
    readsChain(chain_policy) &&
    (isDisproven(payment) || isMissing(payment, now))
  )
}

/** By the merchant, or once the chain has proven the transfer. */
export function isCapturedLater(
  payment: Payment,
  { chain_policy }: MedusaState
): boolean {
  return payment.capture === "manual" || isHeld(payment, chain_policy)
}
