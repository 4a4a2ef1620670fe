import type { Payment } from "./payment"

/** States in which the gateway has not reported how a payment ended. */
export const OPEN_STATUSES = [
  "creating",
  "pending",
  "abandoned",
] as const satisfies readonly Payment["status"][]

/** Whether the gateway may still report how a payment ends. */
export function isOpen({ status }: Pick<Payment, "status">): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

/** Whether the buyer may be paying it now. */
export function isPayable({ status }: Pick<Payment, "status">): boolean {
  return status === "creating" || status === "pending"
}

/** Whether the buyer returned from paying, and the gateway reported no outcome. */
export function isReportAwaited(
  payment: Pick<Payment, "status" | "returned_result">
): boolean {
  return payment.returned_result === "success" && isOpen(payment)
}

/**
 * Maximum duration of a creation. While it may be running, the state of its
 * session proves nothing, and it is not known what there is to cancel.
 */
const CREATION_TAKES_AT_MOST_MS = 120_000

export function isFresh(
  { created_at }: Pick<Payment, "created_at">,
  now: Date
): boolean {
  return now.getTime() < created_at.getTime() + CREATION_TAKES_AT_MOST_MS
}

/** Whether a payment has reached its expiry. */
export function isOutlived(
  { expires_at }: Pick<Payment, "expires_at">,
  now: Date
): boolean {
  return now >= expires_at
}

type Payable = Pick<Payment, "expires_at" | "locked_until">

/**
 * Until when a buyer is led to a payment: then it or its price expires. One
 * whose page is open may still be paid.
 */
export function payableUntil({ expires_at, locked_until }: Payable): Date {
  return locked_until && locked_until < expires_at ? locked_until : expires_at
}

export function isInTime(payment: Payable, now: Date): boolean {
  return now < payableUntil(payment)
}

/**
 * Grace period of a superseded payment. A buyer may have sent the coins just
 * before the cart changed: a wallet's transfer takes minutes, and a cancelled
 * order can't be confirmed.
 */
const STAYS_PAYABLE_MS = 30 * 60_000

/** When a payment without its session may be cancelled; null with a session. */
export function graceEndsAt({
  superseded_at,
  expires_at,
}: Pick<Payment, "superseded_at" | "expires_at">): Date | null {
  return (
    superseded_at &&
    new Date(
      Math.min(superseded_at.getTime() + STAYS_PAYABLE_MS, expires_at.getTime())
    )
  )
}
