import { differenceOf, isMoreThan, isSameSum, toMinorUnits } from "./money"

/**
 * Amount due of a payment collection, and how much of it other payments cover.
 * Amounts are exact decimals.
 */
export type CollectionDue = {
  amount: string
  /** Sum that other payments authorized or captured and did not refund. */
  covered_by_others: string
}

/** Whether other payments cover the whole amount of a collection. */
export function isCovered({
  amount,
  covered_by_others,
}: CollectionDue): boolean {
  const due = toMinorUnits(amount)
  return due > 0n && toMinorUnits(covered_by_others) >= due
}

/** Remaining amount due of a collection, an exact decimal. Never negative. */
export function amountDue({
  amount,
  covered_by_others,
}: CollectionDue): string {
  return isMoreThan(amount, covered_by_others)
    ? differenceOf(amount, covered_by_others)
    : "0.00"
}

/** Whether a sum is a collection's remaining amount due, in its currency. */
export function isJustDue(
  sum: { amount: string; currency: string },
  collection: CollectionDue & { currency: string }
): boolean {
  return (
    sum.currency === collection.currency &&
    isSameSum(sum.amount, amountDue(collection))
  )
}
