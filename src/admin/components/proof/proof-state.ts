import type * as Api from "../../../http-types"
import { isDisproven, isNotShown } from "../../../ledger/proof"

export type ProofState = NonNullable<Api.AdminPayment["proof_status"]> | "none"

/**
 * The state of a payment's proof: the network's answer, or that there is none
 * yet. Null where nothing is looked up.
 */
export function proofState(payment: Api.AdminPaymentDetail): ProofState | null {
  const { proof_status, proof_mode } = payment
  const isRead = proof_mode === "observe" || proof_mode === "require"
  return proof_status ?? (isRead ? "none" : null)
}

export type Answer =
  | ProofState
  | NonNullable<NonNullable<Api.AdminPaymentDetail["proof"]>["reason"]>
  | "no_transaction"
  | "no_endpoint"

/** The answer about a payment, or why there is none; null if none is expected. */
export function answerAboutPayment(
  payment: Api.AdminPaymentDetail
): Answer | null {
  const { proof_status, proof_mode, proof, tx_hash } = payment
  if (proofState(payment) === "none") {
    return tx_hash ? "none" : "no_transaction"
  }
  return (
    (proof_status === "contradicted" && proof?.reason) ||
    (proof_status ?? (proof_mode === "no_endpoint" ? "no_endpoint" : null))
  )
}

/** The text about a capture that waits for the network; null without one. */
export function captureNote(
  payment: Api.AdminPaymentDetail
): "proof.held" | "proof.notCaptured" | null {
  if (!payment.is_held || payment.captured_at !== null) {
    return null
  }
  return isDisproven(payment) ? "proof.notCaptured" : "proof.held"
}

/** Whether a deposit made a payment paid, and the network does not show it. */
export function isDepositNotShown(
  deposit_id: string,
  payment: Api.AdminRefund["payment"]
): boolean {
  return payment?.deposit_id === deposit_id && isNotShown(payment)
}
