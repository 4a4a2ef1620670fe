import type { ProofFact } from "./facts"
import type { Payment } from "./payment"
import {
  type Proof,
  type ProofDetails,
  type ProofStatus,
  proveAgainAt,
} from "./proof"
import { change, NOTHING, type Transition } from "./transition-result"

/** Fields of a row whose transfer is looked up on its chain. */
export type ProofFields = {
  proof_status: ProofStatus | null
  proof: Proof | null
  /** When it is looked up next. Null once the answer is final. */
  prove_at: Date | null
}

/**
 * Returns the changes by an answer of the chain, or null if it is no news. A
 * final proof is kept. Any other answer may be replaced, such as by a
 * reorganization.
 */
export function proofPatch(
  known: Pick<ProofFields, "proof_status" | "proof">,
  { status, proof }: Pick<ProofFact, "status" | "proof">,
  at: Date
): ProofFields | null {
  const isKnown =
    known.proof_status === status && isSameProof(known.proof, proof)
  if (isKnown || known.proof_status === "proven") {
    return null
  }
  const dated = { ...proof, since: at.toISOString() }
  return {
    proof_status: status,
    proof: dated,
    prove_at: proveAgainAt(status, dated, at),
  }
}

/**
 * Records the chain's answer about the transfer of a paid payment. It never
 * makes a payment paid, and settling decides about captures and exceptions. A
 * final proof is kept. Any other answer may be replaced, such as by a
 * reorganization.
 */
export function proved(
  payment: Payment,
  fact: ProofFact,
  at: Date
): Transition {
  const isOurs =
    payment.status === "paid" &&
    payment.tx_hash?.toLowerCase() === fact.proof.tx_hash
  const patch = isOurs && proofPatch(payment, fact, at)
  return patch ? change(patch) : NOTHING
}

function isSameProof(known: Proof | null, proof: ProofDetails): boolean {
  const names = Object.keys(proof) as (keyof ProofDetails)[]
  return known !== null && names.every((name) => known[name] === proof[name])
}
