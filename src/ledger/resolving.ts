import { type ExceptionKind, SETTLEMENT_KINDS } from "./exceptions"
import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** Exceptions that another read from the gateway may resolve. */
const READ_KINDS = [
  "unreadable_event",
  "unknown_at_gateway",
  "never_answered",
] as const satisfies readonly ExceptionKind[]

/** Exceptions that another read of the chain may resolve. */
const PROOF_KINDS = [
  "chain_disagrees",
  "unproven",
] as const satisfies readonly ExceptionKind[]

/** State of a payment's order, and of the proof of its transfer. */
export type OrderState = Pick<MedusaState, "payment" | "cart_id" | "order"> &
  Pick<Payment, "proof_status">

/**
 * Returns how an exception is retried: by settling its payment, or by reading
 * the payment from the gateway, or its transfer from the chain, first. Null if
 * neither can change anything. A cancelled order is not retried either: settling
 * would write a second refund due for money that the merchant declared handled.
 */
export function retryOf(
  kind: string,
  payment: Pick<Payment, "rail"> | null
): "settle" | "read" | "prove" | null {
  if (!payment) {
    return null
  }
  if (isOneOf(PROOF_KINDS, kind)) {
    return RAIL_TRAITS[payment.rail].hasChain ? "prove" : null
  }
  if (isSettlementKind(kind)) {
    return kind === "order_cancelled" ? null : "settle"
  }
  return RAIL_TRAITS[payment.rail].isReadable && isOneOf(READ_KINDS, kind)
    ? "read"
    : null
}

/**
 * Whether an exception stays open until all of the money is refunded or due,
 * since nothing else shows it: a missing order's, and any about captured money
 * that has no uncancelled order. A collection without a cart needs no order, and
 * money that the chain does not show may never have arrived.
 */
export function isOpenUntilReturned(
  kind: string,
  medusa: OrderState | undefined
): boolean {
  if (!medusa?.cart_id || medusa.order?.canceled === false) {
    return false
  }
  const isShown =
    medusa.proof_status !== "contradicted" &&
    medusa.proof_status !== "not_found"
  return (
    (kind === "order_missing" && isShown) ||
    (medusa.payment?.captured === true && isSettlementKind(kind))
  )
}

/** Whether settling opens this kind, which is about a payment's own money. */
export function isSettlementKind(kind: string): boolean {
  return isOneOf(SETTLEMENT_KINDS, kind)
}

function isOneOf(kinds: readonly ExceptionKind[], kind: string): boolean {
  return kinds.some((each) => each === kind)
}
