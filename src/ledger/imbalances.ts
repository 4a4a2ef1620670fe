import type { ExceptionDraft } from "./exceptions"
import { toExactDecimal } from "./money"

/** Ways in which a deposit or an order breaks the conservation of money. */
export type ImbalanceReason =
  /** More of a deposit is used than arrived. */
  | "over_allocated"
  /** Its refunds are another sum than the part that is allocated to refunds. */
  | "refunded_otherwise"
  /** Its payment's amount does not follow from its cart and its quote. */
  | "priced_otherwise"
  /**
   * Medusa has captured another sum with it, less Medusa's refunds, than the
   * part that is allocated to the capture.
   */
  | "captured_otherwise"
  /** Nothing uses a part of it, and no open exception names it. */
  | "unallocated"
  /** A part is kept for an order that does not ask for it. */
  | "kept_otherwise"
  /**
   * An order has taken more than its total, less its refunds, and no exception
   * names the difference.
   */
  | "overpaid"

/** A deposit or an order whose money is not accounted for. */
export type Imbalance = {
  /** Identifies the imbalance. Other sums are another one. */
  key: string
  reason: ImbalanceReason
  /** Null for an order. */
  deposit_id: string | null
  /** Null for a deposit. */
  order_id: string | null
  /** The payment of the deposit, or the newest paid one of the order. */
  payment_id: string | null
  /** Exact decimal: what the deposit or the order should account for. */
  expected: string
  /** Exact decimal: what was found instead. */
  found: string
  currency: string
  chain: string | null
}

/** The exception about an imbalance. */
export function unbalancedException(imbalance: Imbalance): ExceptionDraft {
  const { key, reason, deposit_id, order_id, currency, chain } = imbalance
  return {
    kind: "unbalanced",
    key,
    deposit_id,
    details: {
      reason,
      order_id,
      expected: toExactDecimal(imbalance.expected),
      found: toExactDecimal(imbalance.found),
      currency,
      chain,
    },
  }
}
