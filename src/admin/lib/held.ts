import type { AdminException } from "../../http-types"
import { isKnownKind } from "./words"

export type Coins = { amount: string; currency: string; chain: string | null }

/** What a merchant holds because of an exception, as far as it tells. */
export type Held =
  /** Money that the gateway reports, or that the payment was paid with. */
  | { what: "reported" | "payment"; coins: Coins }
  /** The gateway confirmed nothing: a person has to look there, and say how much. */
  | { what: "unconfirmed" }
  | { what: "unpaid" | "refund" | "unknown" }

/** Reads what is held off an exception's kind and details. */
export function heldOf({
  kind,
  details,
}: Pick<AdminException, "kind" | "details">): Held {
  if (!isKnownKind(kind)) {
    return { what: "unknown" }
  }
  switch (kind) {
    case "amount_mismatch":
    case "currency_mismatch":
    case "chain_mismatch":
    case "gateway_id_mismatch":
    case "paid_twice":
      return told("reported", details)
    case "session_gone":
    case "session_mismatch":
    case "payment_cancelled":
    case "already_covered":
    case "order_missing":
    case "not_settled":
      return details?.status === "paid"
        ? told("payment", details)
        : { what: "unpaid" }
    case "unreadable_event":
    case "unknown_at_gateway":
    case "never_answered":
      return { what: "unconfirmed" }
    case "refund_due":
      return { what: "refund" }
    case "delivery_dead":
      return { what: "unknown" }
  }
}

/** Whether the plugin goes on trying while an exception is open. */
export function goesOn({ kind }: Pick<AdminException, "kind">): boolean {
  return [
    "session_gone",
    "session_mismatch",
    "payment_cancelled",
    "already_covered",
    "order_missing",
    "not_settled",
  ].includes(kind)
}

/** Whether money may go back by resolving it. More than what is held is for the API to judge. */
export function isRefundable(
  exception: Pick<AdminException, "kind" | "details" | "payment_id">
): boolean {
  const { what } = heldOf(exception)
  return (
    exception.payment_id !== null &&
    ["reported", "payment", "unconfirmed"].includes(what)
  )
}

function told(
  what: "reported" | "payment",
  details: AdminException["details"]
): Held {
  const { amount, currency, chain = null } = details ?? {}
  return amount && currency
    ? { what, coins: { amount, currency, chain } }
    : { what: "unknown" }
}
