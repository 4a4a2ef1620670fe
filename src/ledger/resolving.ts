import { type ExceptionKind, SETTLEMENT_KINDS } from "./exceptions"
import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** Exceptions that another read of the payment at the gateway may clear up. */
const READ_KINDS = [
  "unreadable_event",
  "unknown_at_gateway",
  "never_answered",
] as const satisfies readonly ExceptionKind[]

/**
 * How an exception is tried again: by settling its payment, or by reading the
 * payment from the gateway first. Null where neither can change anything. Nor
 * is a cancelled order tried again: settling would write a second refund due of
 * money that the merchant has declared handled.
 */
export function retryOf(
  kind: string,
  payment: Pick<Payment, "rail"> | null
): "settle" | "read" | null {
  if (!payment) {
    return null
  }
  if (isSettlementKind(kind)) {
    return kind === "order_cancelled" ? null : "settle"
  }
  return RAIL_TRAITS[payment.rail].isReadable && isOneOf(READ_KINDS, kind)
    ? "read"
    : null
}

/**
 * Whether Medusa has captured a cart's payment and no order stands for it. Such
 * money stays on the list until there is an order or a refund. A collection
 * without a cart needs no order.
 */
export function lacksOrder({
  payment,
  cart_id,
  order,
}: Pick<MedusaState, "payment" | "cart_id" | "order">): boolean {
  return (
    payment?.captured === true &&
    cart_id !== null &&
    (order === null || order.canceled)
  )
}

/**
 * Whether an exception stays open until all that is held is due or sent back.
 * Nothing else shows the money that Medusa captured and no order stands for.
 */
export function isOpenUntilReturned(
  kind: string,
  lacksOrder: boolean
): boolean {
  return lacksOrder && isSettlementKind(kind)
}

/** Whether settling opens exceptions of a kind: they are about a payment's own money. */
export function isSettlementKind(kind: string): boolean {
  return isOneOf(SETTLEMENT_KINDS, kind)
}

function isOneOf(kinds: readonly ExceptionKind[], kind: string): boolean {
  return kinds.some((each) => each === kind)
}
