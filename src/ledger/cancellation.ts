import type { Payment } from "./payment"

/** While a creation may still be under way, nobody knows what there is to cancel. */
const CREATION_TAKES_AT_MOST_MS = 120_000

/** What cancelling a payment by hand means, or why it can't be. */
export type Cancellation =
  | { do: "cancel_at_gateway" }
  /** The gateway has no call for it: it may still take money. */
  | { do: "abandon" }
  | { refused: "paid" | "ended" | "being_created" | "no_credentials" }

/**
 * Decides how an open payment is cancelled. What the gateway can be asked
 * about is never given up: without its credentials it is refused.
 *
 * @param askable whether we hold the credentials that it was started with
 */
export function cancellationOf(
  payment: Pick<Payment, "status" | "rail" | "gateway_id" | "created_at">,
  askable: boolean,
  now: Date
): Cancellation {
  const { status, rail, gateway_id, created_at } = payment
  if (status === "paid") {
    return { refused: "paid" }
  }
  if (status !== "creating" && status !== "pending") {
    return { refused: "ended" }
  }
  if (rail === "onchain" && gateway_id) {
    return askable ? { do: "cancel_at_gateway" } : { refused: "no_credentials" }
  }
  const age = now.getTime() - created_at.getTime()
  return status === "creating" && age < CREATION_TAKES_AT_MOST_MS
    ? { refused: "being_created" }
    : { do: "abandon" }
}
