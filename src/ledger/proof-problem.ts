import { describeContradiction } from "./describe-contradiction"
import type { ExceptionKind } from "./exceptions"
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
  const { chain, tx_hash, proof } = payment
  const { chain_policy } = medusa
  const held = isHeld(payment, chain_policy)
  const refuse = (
    kind: ExceptionKind,
    happened: string,
    about?: string
  ): SettlementStep =>
    openException(
      payment,
      medusa,
      kind,
      `${happened}${held ? ", so it is not captured" : ""}`,
      about ? { about } : {}
    )

  if (!readsChain(chain_policy) || payment.proof_status === "proven") {
    return null
  }
  if (isDisproven(payment) && proof?.reason) {
    return refuse(
      "chain_disagrees",
      `transaction ${tx_hash}, by which the gateway says that it was paid on ${chain}, ${describeContradiction(proof.reason, proof.found_instead)}`,
      proof.reason
    )
  }
  if (isMissing(payment, now)) {
    return refuse(
      "chain_disagrees",
      `transaction ${tx_hash}, by which the gateway says that it was paid, does not exist on ${chain}`,
      "not_found"
    )
  }
  if (!held) {
    return null
  }
  if (!chain_policy.has_endpoint) {
    return refuse(
      "unproven",
      `no endpoint for ${chain} is set, so its transfer can't be looked up`
    )
  }
  if (!tx_hash && !isTransferReadable(payment)) {
    return refuse(
      "unproven",
      "the gateway names no transfer that could be looked up"
    )
  }
  return payment.destination_address
    ? null
    : refuse("unproven", "the address that the buyer paid to is not known")
}
