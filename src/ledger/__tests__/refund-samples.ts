import type { ProofDetails, ProofFact } from "../index"

/** The transaction by which a refund was sent. */
export const SENT_HASH = `0x${"b2".repeat(32)}`

/** The answer that no block contains it. */
export const NOTHING_FOUND: ProofDetails = {
  tx_hash: SENT_HASH,
  reason: null,
  sender: null,
  log_index: null,
  block_number: null,
  block_hash: null,
  block_time: null,
  is_final: false,
  found_instead: null,
}

/** The network's answer about the transfer of a refund. */
export function answerOf(
  status: ProofFact["status"],
  changes: Partial<ProofDetails> = {}
): ProofFact {
  const reason = status === "contradicted" ? "wrong_amount" : null
  const is_final = status !== "not_found"
  const proof = { ...NOTHING_FOUND, reason, is_final, ...changes } as const
  return { kind: "proof", status, proof }
}
