import type { ProofDetails } from "../index"

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
