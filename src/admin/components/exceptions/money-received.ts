import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import { type StoredProblem, traitsOf } from "../../../ledger/exception-traits"

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
  /** The gateway confirmed it, and the network can't show it. */
  | { what: "unchecked" }
  | { what: "unpaid" | "test" | "none" | "refund" | "unknown" }

/** Derives it from an exception's problem and details. */
export function moneyReceived({
  kind,
  reason,
  details,
}: Pick<AdminException, "kind" | "reason" | "details">): MoneyReceived {
  const { money } = traitsOf({ kind, reason })
  switch (money) {
    case "reported":
    case "seen":
      return withCoins(money, details)
    case "by_mode":
      return details?.mode === "live"
        ? withCoins("reported", details)
        : { what: details?.mode === "test" ? "test" : "unconfirmed" }
    case "payment":
    case "order":
      return own(details)
    case "excess":
      return details?.excess
        ? own({ ...details, amount: details.excess })
        : { what: "none" }
    case "unproven":
      return { what: reason === "unchecked" ? reason : money }
    default:
      return { what: money }
  }
}

/** Whether a payment's money may have arrived, and the gateway did not say so. */
export function isUnconfirmed(
  exception: Pick<AdminException, "kind" | "reason" | "details" | "payment_id">
): boolean {
  const { what } = moneyReceived(exception)
  return (
    exception.payment_id !== null && (what === "seen" || what === "unconfirmed")
  )
}

/** Where coins arrive; null on the gateway's own page, which names no address. */
export function destinationOf({
  deposit,
  payment,
}: Pick<AdminExceptionDetail, "deposit" | "payment">): string | null {
  return deposit?.destination_address ?? payment?.destination_address ?? null
}

/** Whether the gateway confirmed it, and the network has not shown it. */
export function isUnproven({ what }: MoneyReceived): boolean {
  return what === "unproven" || what === "unchecked"
}

/** Whether it is about money on its way to the buyer, not about a receipt. */
export function isAboutRefund(exception: StoredProblem): boolean {
  return traitsOf(exception).money === "refund"
}

/**
 * How the plugin keeps retrying while the exception is open: it settles the
 * payment, or looks its transfer up. Null if it does not, or can't succeed: a
 * cart that another payment paid for stays paid.
 */
export function automaticRetry(
  exception: StoredProblem
): "settles" | "proves" | null {
  const { isRetried, money } = traitsOf(exception)
  return isRetried ? (money === "unproven" ? "proves" : "settles") : null
}

/** The payment's own money, if it is paid. */
function own(details: AdminException["details"]): MoneyReceived {
  return details?.status === "paid"
    ? withCoins("payment", details)
    : { what: "unpaid" }
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
