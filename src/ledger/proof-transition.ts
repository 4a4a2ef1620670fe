import type { ProofFact } from "./facts"
import type { Payment } from "./payment"
import { type Proof, proveAgainAt } from "./proof"
import { NOTHING, type Transition } from "./transition-result"

/**
 * Records the chain's answer about the transfer of a paid payment. It never
 * makes a payment paid, and settling decides about captures and exceptions. A
 * final proof is kept. Any other answer may be replaced, such as by a
 * reorganization.
 */
export function proved(
  payment: Payment,
  { kind: _, status, ...details }: ProofFact,
  at: Date
): Transition {
  const isOurs =
    payment.status === "paid" &&
    payment.tx_hash?.toLowerCase() === details.tx_hash
  if (!isOurs || payment.proof_status === "proven") {
    return NOTHING
  }
  if (isSameAnswer(payment, { status, ...details })) {
    return NOTHING
  }
  const proof = { ...details, since: at.toISOString() }
  return {
    patch: {
      proof_status: status,
      proof,
      prove_at: proveAgainAt(status, proof, at),
    },
    exceptions: [],
  }
}

function isSameAnswer(
  { proof_status, proof }: Payment,
  { status, ...details }: Omit<ProofFact, "kind">
): boolean {
  const names = Object.keys(details) as (keyof typeof details)[]
  return (
    proof_status === status &&
    names.every((name) => (proof as Proof)[name] === details[name])
  )
}
