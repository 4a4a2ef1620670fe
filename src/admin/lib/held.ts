import type { AdminException } from "../../http-types"
import { isKnownKind } from "./words"

export type Coins = { amount: string; currency: string; chain: string | null }

/** What a merchant holds because of an exception, as far as it tells. */
export type Held =
  /** Money that the gateway reports, or that the payment was paid with. */
  | { what: "reported" | "payment"; coins: Coins }
  /** The gateway confirmed nothing: a person has to look there, and say how much. */
  | { what: "unconfirmed" }
  | { what: "unpaid" | "test" | "refund" | "unknown" }

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
    case "unknown_payment":
      return told("reported", details)
    case "session_gone":
    case "session_mismatch":
    case "payment_cancelled":
    case "already_covered":
    case "order_missing":
    case "not_settled":
      return own(details)
    case "order_cancelled":
      return own(withAmount(details, details?.withheld))
    case "amount_due_changed":
      return details?.excess
        ? own(withAmount(details, details.excess))
        : { what: "refund" }
    case "test_money":
      return { what: "test" }
    case "mode_mismatch":
      if (details?.mode === "live") {
        return told("reported", details)
      }
      return { what: details?.mode === "test" ? "test" : "unconfirmed" }
    case "transfer_reused":
    case "unreadable_event":
    case "unverified_webhook":
    case "unknown_at_gateway":
    case "never_answered":
    case "never_answered_group":
      return { what: "unconfirmed" }
    case "refund_due":
      return isRefusedRefund({ kind, details })
        ? own(details)
        : { what: "refund" }
    case "webhook_dead":
      return { what: "unknown" }
  }
}

/** Whether it is about a refund of Medusa's for which none is due: it exceeds what is left. */
export function isRefusedRefund({
  kind,
  details,
}: Pick<AdminException, "kind" | "details">): boolean {
  return kind === "refund_due" && !details?.refund_id
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

/** What is held of the payment's own money. */
function own(details: AdminException["details"]): Held {
  return details?.status === "paid"
    ? told("payment", details)
    : { what: "unpaid" }
}

/** Details about a part of the money. */
function withAmount(
  details: AdminException["details"],
  part: string | null | undefined
): AdminException["details"] {
  return details && part ? { ...details, amount: part } : details
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
