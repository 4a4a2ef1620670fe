/** Questions about money that a person must see. */
export const EXCEPTION_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "mode_mismatch",
  "transfer_reused",
  "unreadable_event",
  "unknown_payment",
  "unverified_webhook",
  "unknown_at_gateway",
  "never_answered",
  "never_answered_group",
  "session_gone",
  "session_mismatch",
  "payment_cancelled",
  "already_covered",
  "amount_due_changed",
  "test_money",
  "order_cancelled",
  "order_missing",
  "not_settled",
  "refund_due",
  "webhook_dead",
] as const
/** Those that settling asks, and that are answered when Medusa matches the ledger after all. */
export const SETTLEMENT_KINDS = [
  "session_gone",
  "session_mismatch",
  "payment_cancelled",
  "already_covered",
  "amount_due_changed",
  "test_money",
  "order_cancelled",
  "order_missing",
  "not_settled",
] as const satisfies readonly ExceptionKind[]

/**
 * What a merchant does about an exception: settle again, send money back, or
 * close it, such as with the transfer by which the money went back before.
 */
export const RESOLUTIONS = ["retry", "refund", "close"] as const
export type ExceptionResolution = (typeof RESOLUTIONS)[number]

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** An exception to open. The same `key` is never opened twice. */
export type ExceptionDraft = {
  kind: ExceptionKind
  key: string
  /** What happened and what the merchant holds, as one sentence. */
  message: string
  details: Record<string, string | null>
}
