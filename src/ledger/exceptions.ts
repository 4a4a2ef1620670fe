/** Kinds of payment problems that need the merchant. */
export const EXCEPTION_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "mode_mismatch",
  "transfer_reused",
  "transfer_unconfirmed",
  "transfer_short",
  "transfer_over",
  "transfer_wrong_network",
  "transfer_wrong_coin",
  "transfer_after_end",
  "transfer_unmatched",
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
  "order_missing",
  "order_incomplete",
  "order_without_money",
  "chain_disagrees",
  "unproven",
  "not_settled",
  "refund_due",
  "refund_refused",
  "refund_contradicted",
  "unbalanced",
  "webhook_dead",
] as const
/** Kinds that settling opens, and resolves once Medusa matches the ledger. */
export const SETTLEMENT_KINDS = [
  "session_gone",
  "session_mismatch",
  "payment_cancelled",
  "already_covered",
  "amount_due_changed",
  "test_money",
  "order_missing",
  "order_incomplete",
  "order_without_money",
  "chain_disagrees",
  "unproven",
  "not_settled",
] as const satisfies readonly ExceptionKind[]

/**
 * Exceptions about a deposit that can't pay its payment. It is refunded, kept
 * or assigned as received, and never counts against its payment's amount.
 */
export const DEPOSIT_KINDS = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "mode_mismatch",
  "unknown_payment",
  "transfer_unconfirmed",
  "transfer_short",
  "transfer_over",
  "transfer_wrong_network",
  "transfer_wrong_coin",
  "transfer_after_end",
  "transfer_unmatched",
] as const satisfies readonly ExceptionKind[]

/** Whether an exception is about a deposit that its payment does not own. */
export function isAboutDeposit({ kind }: { kind: string }): boolean {
  return DEPOSIT_KINDS.some((each) => each === kind)
}

/**
 * Ways for a merchant to resolve an exception: settle again, refund its money,
 * assign it to a payment, or close it. Closing states where the money is.
 */
export const RESOLUTIONS = ["retry", "refund", "assign", "close"] as const
export type ExceptionResolution = (typeof RESOLUTIONS)[number]

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** Exception to open. The same `key` is never opened twice. */
export type ExceptionDraft = {
  kind: ExceptionKind
  key: string
  /** One sentence: the problem, and the money that the merchant has. */
  message: string
  details: Record<string, string | null>
  /** The deposit that it is about. */
  deposit_id?: string | null
}
