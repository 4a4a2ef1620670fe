import { differenceOf, isMoreThan, isSameSum, toMinorUnits } from "./money"

/** What a payment collection asks for, and what other payments hold for it. Amounts are exact decimals. */
export type CollectionDue = {
  amount: string
  /** What other payments authorized or captured and did not refund. */
  covered_by_others: string
}

/** Whether other payments have brought all that a collection asks for. */
export function isCovered({
  amount,
  covered_by_others,
}: CollectionDue): boolean {
  const asked = toMinorUnits(amount)
  return asked > 0n && toMinorUnits(covered_by_others) >= asked
}

/** The rest that a collection still asks for, an exact decimal: never less than nothing. */
export function amountDue({
  amount,
  covered_by_others,
}: CollectionDue): string {
  return isMoreThan(amount, covered_by_others)
    ? differenceOf(amount, covered_by_others)
    : "0.00"
}

/** Whether a sum is just what a collection still asks for, in its currency. */
export function isJustDue(
  sum: { amount: string; currency: string },
  collection: CollectionDue & { currency: string }
): boolean {
  return (
    sum.currency === collection.currency &&
    isSameSum(sum.amount, amountDue(collection))
  )
}
