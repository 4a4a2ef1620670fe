import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { isDisproven, isHeld, isMissing, mayBeHeld } from "./proof"
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

/**
 * Returns the cart whose order has to stand before the capture; null if there is
 * none. Medusa refunds a captured payment as soon as it fails to complete the
 * cart, also when a retry would succeed. A payment that may be held is
 * authorized first anyway.
 */
export function cartToOrder(
  payment: Payment,
  { chain_policy, cart_id, payment: own }: MedusaState
): string | null {
  return mayBeHeld(payment, chain_policy) && !own?.captured ? cart_id : null
}
