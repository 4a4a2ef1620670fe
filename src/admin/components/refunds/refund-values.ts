import type { AdminRefund } from "../../../http-types"
import { refundAddress, refundProof } from "../../../ledger/refund-proof"

/** The values of the form of a refund due. */
export type RefundValues = {
  refund_to: string
  tx_hash: string
  /** Whether the transfer paid another refund too. */
  shared_transfer?: boolean
}

export type RefundProblems = Partial<
  Record<"refund_to" | "tx_hash", "missing" | "malformed">
>

/**
 * Checks the form as the API does, which keeps a stored address that is blank
 * here. A network's transfer also needs the address, by which it is looked up:
 * otherwise a wrong hash could not be corrected.
 *
 * @param intent to save the address needs it, and to mark it as sent needs the
 *   proof
 */
export function problemsOf(
  { refund_to, tx_hash }: RefundValues,
  { chain, refund_to: stored }: Pick<AdminRefund, "chain" | "refund_to">,
  intent: "address" | "sent"
): RefundProblems {
  const problems: RefundProblems = {}
  if (!refund_to.trim()) {
    if (intent === "address" || stored || chain) {
      problems.refund_to = "missing"
    }
  } else if (!refundAddress(chain, refund_to)) {
    problems.refund_to = "malformed"
  }
  if (intent === "sent") {
    if (!tx_hash.trim()) {
      problems.tx_hash = "missing"
    } else if (!refundProof(chain, tx_hash)) {
      problems.tx_hash = "malformed"
    }
  }
  return problems
}
