/** Counts of the payments that a pass has reconciled, by result. */
export type LookedAt = {
  looked: number
  /** Calls of the gateway. */
  asked: number
  paid: number
  cancelled: number
  /** Whether a gateway was left alone because of its 429. */
  slowed: boolean
}

/** The same of a part of them. */
export type Tally = Omit<LookedAt, "slowed">

export const NONE_RECOVERED = { paid: 0, cancelled: 0 }

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (of: keyof Tally) =>
    tallies.reduce((total, tally) => total + tally[of], 0)
  return {
    looked: sum("looked"),
    asked: sum("asked"),
    paid: sum("paid"),
    cancelled: sum("cancelled"),
  }
}
