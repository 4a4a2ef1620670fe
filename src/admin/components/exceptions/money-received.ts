import type { AdminCoins, AdminException } from "../../../http-types"
import { traitsOf } from "../../../ledger/exceptions"

/**
 * The money received that an exception is about, as far as its details show.
 * `coins` that the gateway reports, that only the network shows, or the
 * payment's own. Without them, the merchant may have to look the money up: the
 * gateway did not confirm it, or the network does not or can't show it.
 */
export type MoneyReceived =
  | { what: "reported" | "seen" | "payment"; coins: AdminCoins }
  | { what: "unconfirmed" | "unproven" | "unchecked" }
  | { what: "unpaid" | "test" | "none" | "refund" | "unknown" }

/** Derives it from an exception's problem and details. */
export function moneyReceived({
  kind,
  reason,
  details,
}: AdminException): MoneyReceived {
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
export function isUnconfirmed(exception: AdminException): boolean {
  const { what } = moneyReceived(exception)
  return (
    exception.payment_id !== null && (what === "seen" || what === "unconfirmed")
  )
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
