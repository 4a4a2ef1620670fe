import type { ReasonOf } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"
import { isDisproven, isHeld, isMissing } from "./proof"
import { readsChain } from "./proof-mode"
import { isTransferReadable } from "./schedule"
import { openException } from "./settlement-exception"

/**
 * Reports a payment whose transfer the chain does not show, or can't show while
 * its capture waits for that.
 */
export function proofProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const { tx_hash, proof } = payment
  const { chain_policy } = medusa
  const refuse = (
    reason: ReasonOf<"unproven">,
    more: { about?: string; cause?: string } = {}
  ): SettlementStep =>
    openException(payment, medusa, { kind: "unproven", reason }, more)

  if (!readsChain(chain_policy) || payment.proof_status === "proven") {
    return null
  }
  if (isDisproven(payment) && proof?.reason) {
    return refuse("contradicted", { about: proof.reason })
  }
  if (isMissing(payment, now)) {
    return refuse("not_found")
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
