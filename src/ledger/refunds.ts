import { fromMinorUnits, toMinorUnits } from "./money"
import type { Payment } from "./payment"

/**
 * What a refund of `cartAmount` owes the buyer in the payment's stablecoin, or
 * null when it exceeds what is left of what was paid. One cart unit is one
 * coin, as at the start; rounded half up. Parts may each round up a hundredth:
 * the last one then owes what is left, never more than was paid.
 *
 * @param due amounts of the payment's earlier refunds, decimal strings
 */
export function refundOwed(
  payment: Pick<Payment, "amount">,
  cartAmount: string,
  due: readonly string[]
): string | null {
  const owed = toMinorUnits(cartAmount)
  const before = due.reduce((sum, amount) => sum + toMinorUnits(amount), 0n)
  const left = toMinorUnits(payment.amount) - before
  const roundedUp = BigInt(due.length)
  if (owed <= 0n || left <= 0n || owed > left + roundedUp) {
    return null
  }
  return fromMinorUnits(owed < left ? owed : left)
}

/** What is left of a paid payment after its refunds, or null when nothing is. */
export function remainderOwed(
  payment: Pick<Payment, "amount">,
  due: readonly string[]
): string | null {
  const left = due.reduce(
    (rest, amount) => rest - toMinorUnits(amount),
    toMinorUnits(payment.amount)
  )
  return left > 0n ? fromMinorUnits(left) : null
}
