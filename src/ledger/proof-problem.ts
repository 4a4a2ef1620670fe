import type { ReasonOf } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"
import { describeContradiction, isDisproven, isHeld, isMissing } from "./proof"
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
    reason: ReasonOf<"unproven">,
    happened: string,
    about?: string
  ): SettlementStep =>
    openException(
      payment,
      medusa,
      { kind: "unproven", reason },
      `${happened}${held ? ", so it is not captured" : ""}`,
      about ? { about } : {}
    )

  if (!readsChain(chain_policy) || payment.proof_status === "proven") {
    return null
  }
  if (isDisproven(payment) && proof?.reason) {
    return refuse(
      "contradicted",
      `transaction ${tx_hash}, by which the gateway says that it was paid on ${chain}, ${describeContradiction(proof.reason, proof.found_instead)}`,
      proof.reason
    )
  }
  if (isMissing(payment, now)) {
    return refuse(
      "not_found",
      `transaction ${tx_hash}, by which the gateway says that it was paid, does not exist on ${chain}`
    )
  }
  if (!held) {
    return null
  }
  if (!chain_policy.has_endpoint) {
    return refuse(
      "unchecked",
      `no endpoint for ${chain} is set, so its transfer can't be looked up`
    )
  }
  if (!tx_hash && !isTransferReadable(payment)) {
    return refuse(
      "unchecked",
      "the gateway names no transfer that could be looked up"
    )
  }
  return payment.destination_address
    ? null
    : refuse("unchecked", "the address that the buyer paid to is not known")
}
