import type { Payment } from "./payment"
import type { SeenTransfer } from "./seen-transfers"

/** The gateway's report of a transaction, by the payment that claims it. */
export type TransferClaim = Pick<Payment, "proof_status" | "proof"> & {
  /** Position of the claimed transfer; -1 for the whole transaction. */
  log_index: number
  /** Whether that payment was paid by it. Otherwise it has an exception. */
  is_paid_by: boolean
  /** Whether the chain may still show which transfer paid. */
  is_to_prove: boolean
  /** Address that the payment's buyer was shown, in lower case. */
  destination_address: string | null
}

/**
 * Whether the gateway has reported a transfer. A report for a payment of another
 * address is about other coins, or false, and hides no transfer.
 *
 * @returns `unclear` until a proof shows which of a transaction's transfers paid
 */
export function reportOfTransfer(
  { tx_hash, log_index, to }: SeenTransfer,
  claims: readonly TransferClaim[]
): "reported" | "unreported" | "unclear" {
  const ofAddress = claims.filter(
    ({ destination_address }) => destination_address === to
  )
  const answers = ofAddress.map((claim) => {
    if (claim.log_index >= 0) {
      return claim.log_index === log_index ? "reported" : "unreported"
    }
    const { is_paid_by, is_to_prove, proof_status, proof } = claim
    if (is_paid_by && is_to_prove) {
      return "unclear"
    }
    const isOther =
      is_paid_by &&
      proof_status === "proven" &&
      proof?.tx_hash === tx_hash &&
      proof.log_index !== log_index
    return isOther ? "unreported" : "reported"
  })
  return (
    answers.find((each) => each === "reported") ??
    answers.find((each) => each === "unclear") ??
    "unreported"
  )
}

/**
 * Positions of a transaction's transfers that payments have.
 *
 * @returns null while one of them may have any: it is not proven, or the
 *   transaction was reported for a payment that it did not pay
 */
export function takenPositions(
  claims: readonly TransferClaim[]
): number[] | null {
  const positions = claims.map(positionOf)
  const known = positions.flatMap((position) => position ?? [])
  return known.length === positions.length ? known : null
}

function positionOf(claim: TransferClaim): number | null {
  const { log_index, is_paid_by, proof_status, proof } = claim
  if (log_index >= 0) {
    return log_index
  }
  return is_paid_by && proof_status === "proven"
    ? (proof?.log_index ?? null)
    : null
}

/**
 * Whether the gateway reported the transfer for this payment. A transaction may
 * contain several, of which a payment's proof is one.
 */
export function isReported(
  transfer: SeenTransfer,
  { chain, tx_hash, proof }: Pick<Payment, "chain" | "tx_hash" | "proof">
): boolean {
  // After a reorganization, an earlier answer means another block.
  const isAboutBlock =
    isSameHash(proof?.tx_hash, transfer) &&
    proof?.block_number === transfer.block_number
  const proven = isAboutBlock ? proof.log_index : null
  return (
    chain === transfer.chain &&
    isSameHash(tx_hash, transfer) &&
    (proven ?? transfer.log_index) === transfer.log_index
  )
}

/** Whether a hash, in any case of its digits, is of a transfer's transaction. */
export function isSameHash(
  hash: string | null | undefined,
  { tx_hash }: SeenTransfer
): boolean {
  return hash?.toLowerCase() === tx_hash
}
