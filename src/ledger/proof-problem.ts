import type { ReasonOf } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"
import { doubtOf, isHeld } from "./proof"
import { readsChain } from "./proof-mode"
import { isTransferReadable } from "./schedule"
import { openException } from "./settlement-exception"

/** Whether the chain does not show the transfer that the gateway reported. */
export function isDoubted(
  payment: Payment,
  { chain_policy }: Pick<MedusaState, "chain_policy">,
  now: Date
): boolean {
  return readsChain(chain_policy) && doubtOf(payment, now) !== null
}

/** By the merchant, or once the chain has proven the transfer. */
export function isCapturedLater(
  payment: Payment,
  { chain_policy }: MedusaState
): boolean {
  return payment.capture === "manual" || isHeld(payment, chain_policy)
}

/**
 * Reports a payment whose transfer the chain does not show, or can't show while
 * its capture waits for that.
 */
export function proofProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const { tx_hash } = payment
  const { chain_policy } = medusa
  const refuse = (
    reason: ReasonOf<"unproven">,
    more: { about?: string; cause?: string } = {}
  ): SettlementStep =>
    openException(payment, medusa, { kind: "unproven", reason }, more)

  const doubt = readsChain(chain_policy) ? doubtOf(payment, now) : null
  if (doubt) {
    return doubt === "not_found"
      ? refuse(doubt)
      : refuse("contradicted", { about: doubt })
  }
  if (!isHeld(payment, chain_policy)) {
    return null
  }
  if (!chain_policy.has_endpoint) {
    return refuse("unchecked", { cause: "no_endpoint" })
  }
  if (!tx_hash && !isTransferReadable(payment)) {
    return refuse("unchecked", { cause: "no_transfer" })
  }
  return payment.destination_address
    ? null
    : refuse("unchecked", { cause: "no_address" })
}
