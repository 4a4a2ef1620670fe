import { isFresh, isOpen } from "./open"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** How a payment is cancelled, or why it can't be. */
export type Cancellation =
  | { do: "cancel_at_gateway" }
  /** The gateway has no call for it, so that it may still receive money. */
  | { do: "abandon" }
  | {
      refused:
        "paid" | "ended" | "given_up" | "being_created" | "no_credentials"
    }

/** Whether the gateway has a call that cancels the payment. */
export function canBeCancelled({
  rail,
  gateway_id,
}: Pick<Payment, "rail" | "gateway_id">): boolean {
  return RAIL_TRAITS[rail].isCancellable && gateway_id !== null
}

/**
 * Decides how an open payment is cancelled. A payment that can be read from the
 * gateway is never abandoned: without its credentials, cancelling is refused.
 *
 * @param isReadable whether the credentials that it was started with are
 *   available
 */
export function cancellationOf(
  payment: Pick<Payment, "status" | "rail" | "gateway_id" | "created_at">,
  isReadable: boolean,
  now: Date
): Cancellation {
  const { status } = payment
  if (status === "paid") {
    return { refused: "paid" }
  }
  if (!isOpen(payment)) {
    return { refused: "ended" }
  }
  if (canBeCancelled(payment)) {
    return isReadable
      ? { do: "cancel_at_gateway" }
      : { refused: "no_credentials" }
  }
  if (status === "abandoned") {
    return { refused: "given_up" }
  }
  return status === "creating" && isFresh(payment, now)
    ? { refused: "being_created" }
    : { do: "abandon" }
}
