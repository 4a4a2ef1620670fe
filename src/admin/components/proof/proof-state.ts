import type {
  AdminPayment,
  AdminPaymentDetail,
  AdminRefundPayment,
} from "../../../http-types"
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

type Sentence =
  | `proof.sentence.${ProofState | "no_transaction" | "no_endpoint"}`
  | `proof.reason.${NonNullable<NonNullable<AdminPaymentDetail["proof"]>["reason"]>}`

/** The text about the state of a payment's proof; null without one. */
export function proofSentence(
  payment: Pick<
    AdminPaymentDetail,
    "proof_status" | "proof_mode" | "proof" | "tx_hash"
  >
): Sentence | null {
  const { proof_mode, proof, tx_hash } = payment
  const state = proofState(payment)
  if (state === null) {
    return proof_mode === "no_endpoint" ? "proof.sentence.no_endpoint" : null
  }
  if (state === "contradicted" && proof?.reason) {
    return `proof.reason.${proof.reason}`
  }
  return state === "none" && !tx_hash
    ? "proof.sentence.no_transaction"
    : `proof.sentence.${state}`
}

/** The text about a capture that waits for the network; null without one. */
export function captureNote({
  is_held,
  captured_at,
  proof_status,
  proof,
}: Pick<
  AdminPaymentDetail,
  "is_held" | "captured_at" | "proof_status" | "proof"
>): "proof.held" | "proof.notCaptured" | null {
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
  payment: Pick<AdminRefundPayment, "deposit_id" | "proof_status"> | null
): boolean {
  return payment?.deposit_id === deposit_id && isNotShown(payment)
}
