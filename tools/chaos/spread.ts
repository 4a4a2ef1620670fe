import type { Random } from "./random"

/**
 * Spreads interruptions over all purchases.
 *
 * @returns how many start with each purchase
 */
export function spread(
  random: Random,
  purchases: number,
  interruptions: number
): number[] {
  const counts = Array<number>(purchases).fill(0)
  for (let each = 0; each < interruptions && purchases > 0; each++) {
    const number = Math.floor(
      ((each + random.next()) / interruptions) * purchases
    )
    counts[number] = (counts[number] ?? 0) + 1
  }
  return counts
}
