import type { ProofFact } from "./facts"
import type { Payment } from "./payment"
import { proofPatch } from "./proof-patch"
import { NOTHING, type Transition } from "./transition-result"

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
  return patch ? { patch, exceptions: [] } : NOTHING
}
