import { type ExceptionKind, SETTLEMENT_KINDS } from "./exceptions"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** Exceptions that another read from the gateway may resolve. */
const READ_KINDS = [
  "unreadable_event",
  "unknown_at_gateway",
  "never_answered",
  "transfer_unconfirmed",
] as const satisfies readonly ExceptionKind[]

/** Exceptions that another read of the chain may resolve. */
const PROOF_KINDS = [
  "chain_disagrees",
  "unproven",
] as const satisfies readonly ExceptionKind[]

/**
 * Returns how an exception is retried: by settling its payment, or by reading
 * the payment from the gateway, or its transfer from the chain, first. Null if
 * neither can change anything.
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
  if (isSettlementKind(kind) || isOneOf(["unbalanced"], kind)) {
    return "settle"
  }
  return RAIL_TRAITS[payment.rail].isReadable && isOneOf(READ_KINDS, kind)
    ? "read"
    : null
}

/** Whether settling opens this kind, which is about a payment's own money. */
export function isSettlementKind(kind: string): boolean {
  return isOneOf(SETTLEMENT_KINDS, kind)
}

function isOneOf(kinds: readonly ExceptionKind[], kind: string): boolean {
  return kinds.some((each) => each === kind)
}
