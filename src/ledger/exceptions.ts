/** Questions about money that a person must see. */
export const EXCEPTION_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "unreadable_event",
  "unknown_at_gateway",
  "never_answered",
  "session_gone",
  "session_mismatch",
  "payment_cancelled",
  "already_covered",
  "order_missing",
  "not_settled",
  "refund_due",
  "delivery_dead",
] as const
/** Those that settling asks, and that are answered when Medusa matches the ledger after all. */
export const SETTLEMENT_KINDS = [
  "session_gone",
  "session_mismatch",
  "payment_cancelled",
  "already_covered",
  "order_missing",
  "not_settled",
] as const satisfies readonly ExceptionKind[]

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** An exception to open. The same `key` is never opened twice. */
export type ExceptionDraft = {
  kind: ExceptionKind
  key: string
  /** What happened and what the merchant holds, as one sentence. */
  message: string
  details: Record<string, string | null>
}
