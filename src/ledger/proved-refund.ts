import type { ExceptionDraft } from "./exceptions"
import type { ProofFact } from "./facts"
import {
  DOUBTS,
  doubtOf,
  isNotShown,
  type ProofFields,
  proofPatch,
  proveAgainAt,
} from "./proof"

/** A refund whose transfer its chain may show. */
export type ProvableRefund = Pick<ProofFields, "proof_status" | "proof"> & {
  id: string
  order_id: string | null
  chain: string | null
  status: string
  tx_hash: string | null
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
): { patch: Partial<ProofFields>; exception: ExceptionDraft | null } | null {
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
  const doubt = doubtOf({ ...refund, ...news }, at)
  const { id: refund_id, order_id, chain, tx_hash } = refund
  return {
    patch,
    exception: doubt && {
      kind: "refund_problem",
      reason: "contradicted",
      key: keyOf(refund, doubt),
      details: { refund_id, order_id, chain, tx_hash },
    },
  }
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

/** Keys of the exceptions about a refund's transfer, one for each answer. */
export function refundDoubtKeys(
  refund: Pick<ProvableRefund, "id" | "tx_hash">
): string[] {
  return DOUBTS.map((doubt) => keyOf(refund, doubt))
}

function keyOf(
  { id, tx_hash }: Pick<ProvableRefund, "id" | "tx_hash">,
  doubt: string
): string {
  return `${id}:${tx_hash}:refund_problem.contradicted:${doubt}`
}
