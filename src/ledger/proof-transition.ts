import type { ProofFact, ScreenedFact } from "./facts"
import type { Payment } from "./payment"
import { type Proof, type ProofDetails, proveAgainAt } from "./proof"
import { NOTHING, type Transition } from "./transition-result"

/**
 * Records the chain's answer about the transfer of a paid payment. It never
 * makes a payment paid, and settling decides about captures and exceptions. A
 * final proof is kept. Any other answer may be replaced, such as by a
 * reorganization.
 */
export function proved(
  payment: Payment,
  { status, proof }: ProofFact,
  at: Date
): Transition {
  const isOurs =
    payment.status === "paid" &&
    payment.tx_hash?.toLowerCase() === proof.tx_hash
  if (!isOurs || payment.proof_status === "proven") {
    return NOTHING
  }
  const isKnown =
    payment.proof_status === status && isSameProof(payment.proof, proof)
  if (isKnown) {
    return NOTHING
  }
  const since = at.toISOString()
  return {
    patch: {
      proof_status: status,
      proof: { ...proof, since },
      prove_at: proveAgainAt(status, { ...proof, since }, at),
      // Another sender has not been screened.
      ...(payment.screening && payment.proof?.sender !== proof.sender
        ? { screening: null }
        : {}),
    },
    exceptions: [],
  }
}

/** Records the answer about the sender that the chain shows. */
export function screened(
  { proof, screening }: Payment,
  { address, result }: ScreenedFact
): Transition {
  return proof?.sender === address && screening !== result
    ? { patch: { screening: result }, exceptions: [] }
    : NOTHING
}

function isSameProof(known: Proof | null, proof: ProofDetails): boolean {
  const names = Object.keys(proof) as (keyof ProofDetails)[]
  return known !== null && names.every((name) => known[name] === proof[name])
}
