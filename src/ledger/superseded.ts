import type { Payment } from "./payment"

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
