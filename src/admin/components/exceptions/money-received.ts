import type { AdminException } from "../../../http-types"
import { isKnownKind } from "../../lib/words"

export type Coins = { amount: string; currency: string; chain: string | null }

/**
 * The money received that an exception is about, as far as its details show.
 */
export type MoneyReceived =
  /**
   * Money that the gateway reports, that only the network shows, or the
   * payment's own.
   */
  | { what: "reported" | "seen" | "payment"; coins: Coins }
  /**
   * The gateway confirmed nothing. The merchant has to check there and enter
   * the amount.
   */
  | { what: "unconfirmed" }
  /** The gateway confirmed it, and the network does not show it. */
  | { what: "unproven" }
  | { what: "unpaid" | "test" | "refund" | "unknown" }

/** Derives it from an exception's kind and details. */
export function moneyReceived({
  kind,
  details,
}: Pick<AdminException, "kind" | "details">): MoneyReceived {
  if (!isKnownKind(kind)) {
    return { what: "unknown" }
  }
  switch (kind) {
    case "amount_mismatch":
    case "currency_mismatch":
    case "chain_mismatch":
    case "gateway_id_mismatch":
    case "paid_twice":
    case "unknown_payment":
      return withCoins("reported", details)
    case "transfer_short":
    case "transfer_over":
    case "transfer_wrong_network":
    case "transfer_wrong_coin":
    case "transfer_unmatched":
      return withCoins("seen", details)
    case "transfer_after_end":
      // It may be what paid the payment.
      return details?.may_have_paid
        ? { what: "unconfirmed" }
        : withCoins("seen", details)
    case "session_gone":
    case "session_mismatch":
    case "payment_cancelled":
    case "already_covered":
    case "order_missing":
    case "order_incomplete":
    case "order_without_money":
    case "not_settled":
    case "refund_refused":
      return own(details)
    case "amount_due_changed":
      return details?.excess
        ? own(withAmount(details, details.excess))
        : { what: "refund" }
    case "test_money":
      return { what: "test" }
    case "mode_mismatch":
      if (details?.mode === "live") {
        return withCoins("reported", details)
      }
      return { what: details?.mode === "test" ? "test" : "unconfirmed" }
    case "transfer_reused":
    case "transfer_unconfirmed":
    case "unreadable_event":
    case "unverified_webhook":
    case "unknown_at_gateway":
    case "never_answered":
    case "never_answered_group":
      return { what: "unconfirmed" }
    case "chain_disagrees":
    case "unproven":
      return { what: "unproven" }
    case "refund_due":
    case "refund_contradicted":
      return { what: "refund" }
    case "unbalanced":
    case "webhook_dead":
      return { what: "unknown" }
  }
}

/** Whether it is about money on its way to the buyer, not about a receipt. */
export function isAboutRefund({ kind }: Pick<AdminException, "kind">): boolean {
  return kind === "refund_due" || kind === "refund_contradicted"
}

/**
 * How the plugin keeps retrying while the exception is open: it settles the
 * payment, or looks its transfer up. Null if it does not, or can't succeed: a
 * cart that another payment paid for stays paid.
 */
export function automaticRetry({
  kind,
}: Pick<AdminException, "kind">): "settles" | "proves" | null {
  switch (kind) {
    case "session_gone":
    case "session_mismatch":
    case "payment_cancelled":
    case "order_missing":
    case "order_without_money":
    case "not_settled":
      return "settles"
    case "chain_disagrees":
    case "unproven":
      return "proves"
    default:
      return null
  }
}

/** The payment's own money, if it is paid. */
function own(details: AdminException["details"]): MoneyReceived {
  return details?.status === "paid"
    ? withCoins("payment", details)
    : { what: "unpaid" }
}

/** The details with the amount of a part. */
function withAmount(
  details: AdminException["details"],
  part: string | null | undefined
): AdminException["details"] {
  return details && part ? { ...details, amount: part } : details
}

function withCoins(
  what: "reported" | "seen" | "payment",
  details: AdminException["details"]
): MoneyReceived {
  const { amount, currency, chain = null } = details ?? {}
  return amount && currency
    ? { what, coins: { amount, currency, chain } }
    : { what: "unknown" }
}
