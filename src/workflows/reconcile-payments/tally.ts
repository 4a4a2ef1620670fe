/** Counts of the payments that a pass has reconciled, by result. */
export type ReconcileCounts = {
  reconciled: number
  /** Calls to the gateway. */
  read: number
  paid: number
  cancelled: number
  /** Whether a gateway was skipped because of its 429. */
  slowed: boolean
}

/** The counts of a part of them. */
export type Tally = Omit<ReconcileCounts, "slowed">

export const NONE_RECOVERED = { paid: 0, cancelled: 0 }

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (of: keyof Tally) =>
    tallies.reduce((total, tally) => total + tally[of], 0)
  return {
    reconciled: sum("reconciled"),
    read: sum("read"),
    paid: sum("paid"),
    cancelled: sum("cancelled"),
  }
}
