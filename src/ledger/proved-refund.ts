import type { ExceptionDraft } from "./exceptions"
import type { ProofFact } from "./facts"
import {
  CONTRADICTIONS,
  isDisproven,
  isNotShown,
  isMissing,
  proveAgainAt,
} from "./proof"
import { type ProofFields, proofPatch } from "./proof-patch"

/** A refund whose transfer its chain may show. */
export type ProvableRefund = Pick<ProofFields, "proof_status" | "proof"> & {
  id: string
  order_id: string | null
  amount: string
  currency: string
  chain: string | null
  status: string
  tx_hash: string | null
}

/** How the answer of the chain changes a refund, and the exception about it. */
export type ProvedRefund = {
  patch: Partial<ProofFields>
  exception: ExceptionDraft | null
}

/**
 * Applies the chain's answer about the transfer by which a refund was sent.
 * The refund stays sent: the merchant may have used another network, and knows
 * better.
 *
 * @returns null when the answer is about another transfer
 */
export function provedRefund(
  refund: ProvableRefund,
  fact: Pick<ProofFact, "status" | "proof">,
  at: Date
): ProvedRefund | null {
  if (
    refund.status !== "sent" ||
    refund.tx_hash !== fact.proof.tx_hash ||
    refund.proof_status === "proven"
  ) {
    return null
  }
  const news = proofPatch(refund, fact, at)
  const patch = news ?? {
    prove_at: refund.proof && proveAgainAt(fact.status, refund.proof, at),
  }
  return { patch, exception: refundDoubt({ ...refund, ...news }, at) }
}

/**
 * Whether the merchant may enter another transfer for a sent refund: the chain
 * does not show the one that was entered.
 */
export function isCorrectable({
  status,
  proof_status,
}: Pick<ProvableRefund, "status" | "proof_status">): boolean {
  return status === "sent" && isNotShown({ proof_status })
}

/** How a chain does not show a refund's transfer. */
const DOUBTS = [...CONTRADICTIONS, "not_found"] as const

/** Keys of the exceptions about a refund's transfer, one for each answer. */
export function refundDoubtKeys(
  refund: Pick<ProvableRefund, "id" | "tx_hash">
): string[] {
  return DOUBTS.map((doubt) => keyOf(refund, doubt))
}

function keyOf(
  { id, tx_hash }: Pick<ProvableRefund, "id" | "tx_hash">,
  doubt: (typeof DOUBTS)[number]
): string {
  return `${id}:${tx_hash}:refund_problem.contradicted:${doubt}`
}

/** Reports a refund that was sent by a transfer which its chain does not show. */
function refundDoubt(refund: ProvableRefund, now: Date): ExceptionDraft | null {
  const { proof } = refund
  if (isDisproven(refund) && proof?.reason) {
    return refundException(refund, proof.reason)
  }
  return isMissing(refund, now) ? refundException(refund, "not_found") : null
}

function refundException(
  refund: ProvableRefund,
  doubt: (typeof DOUBTS)[number]
): ExceptionDraft {
  const { id, order_id, chain, tx_hash } = refund
  return {
    kind: "refund_problem",
    reason: "contradicted",
    key: keyOf(refund, doubt),
    details: { refund_id: id, order_id, chain, tx_hash },
  }
}
