import type { AdminPayment, AdminPaymentDetail } from "../../../http-types"
import type { Payment } from "../../../ledger/payment"
import { isDisproven, isNotShown } from "../../../ledger/proof"

export type ProofState = NonNullable<AdminPayment["proof_status"]> | "none"

/**
 * The state of a payment's proof: the network's answer, or that there is none
 * yet. Null where nothing is looked up.
 */
export function proofState({
  proof_status,
  proof_mode,
}: Pick<AdminPaymentDetail, "proof_status" | "proof_mode">): ProofState | null {
  const isRead = proof_mode === "observe" || proof_mode === "require"
  return proof_status ?? (isRead ? "none" : null)
}

type Proved = Pick<AdminPaymentDetail, "proof_status" | "proof">

/** The key of a text about a proof. */
export type Answer =
  | ProofState
  | NonNullable<NonNullable<Proved["proof"]>["reason"]>
  | "no_transaction"
  | "no_endpoint"

/** The network's answer about a transfer; null without one. */
function answerOf({ proof_status, proof }: Proved): Answer | null {
  return (proof_status === "contradicted" && proof?.reason) || proof_status
}

/** The answer about a payment, or why there is none; null if none is expected. */
export function answerAboutPayment(
  payment: Proved & Pick<AdminPaymentDetail, "proof_mode" | "tx_hash">
): Answer | null {
  if (proofState(payment) === "none") {
    return payment.tx_hash ? "none" : "no_transaction"
  }
  return (
    answerOf(payment) ??
    (payment.proof_mode === "no_endpoint" ? "no_endpoint" : null)
  )
}

/** The text about a capture that waits for the network; null without one. */
export function captureNote({
  is_held,
  captured_at,
  proof_status,
  proof,
}: Proved & Pick<AdminPaymentDetail, "is_held" | "captured_at">):
  "proof.held" | "proof.notCaptured" | null {
  if (!is_held || captured_at !== null) {
    return null
  }
  return isDisproven({ proof_status, proof })
    ? "proof.notCaptured"
    : "proof.held"
}

/** Whether a deposit made a payment paid, and the network does not show it. */
export function isDepositNotShown(
  deposit_id: string,
  payment: Pick<Payment, "deposit_id" | "proof_status"> | null
): boolean {
  return payment?.deposit_id === deposit_id && isNotShown(payment)
}
