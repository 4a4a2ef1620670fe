/** Counts of the payments that a pass has reconciled, by result. */
export type Reconciled = {
  reconciled: number
  /** Calls of the gateway. */
  read: number
  paid: number
  cancelled: number
  /** Whether a gateway was left alone because of its 429. */
  slowed: boolean
}

/** The same of a part of them. */
export type Tally = Omit<Reconciled, "slowed">

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
