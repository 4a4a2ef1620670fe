import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { isDisproven, isHeld, isMissing } from "./proof"
import { readsChain } from "./proof-mode"
import { acceptsSender } from "./resolutions"

/** Whether the chain does not show the transfer that the gateway reported. */
export function isDoubted(
  payment: Payment,
  { chain_policy }: MedusaState,
  now: Date
): boolean {
  return (
    readsChain(chain_policy) &&
    (isDisproven(payment) || isMissing(payment, now))
  )
}

/** Whether the chain has to prove the transfer, and has not yet. */
export function lacksProof(
  payment: Payment,
  { chain_policy }: MedusaState
): boolean {
  return isHeld(payment, { ...chain_policy, screening: "off" })
}

/** By the merchant, or once the chain has proven the transfer. */
export function isCapturedLater(
  payment: Payment,
  { chain_policy, resolutions }: MedusaState
): boolean {
  return (
    payment.capture === "manual" ||
    isHeld(payment, chain_policy, acceptsSender(resolutions))
  )
}
