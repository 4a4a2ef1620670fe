import { messageOf } from "../../shared/message-of"

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

/** Failures of a pass, summarized in one line. */
export class Failures {
  #count = 0
  #first = ""

  /**
   * @param what the subject and failure, such as "payments could not be
   *   settled"
   */
  constructor(private readonly what: string) {}

  add(id: string, error: unknown): void {
    this.#first ||= `the first is ${id}: ${messageOf(error)}`
    this.#count += 1
  }

  /** Null when nothing failed. */
  get line(): string | null {
    return this.#count
      ? `${this.#count} ${this.what} now, and will be tried again; ${this.#first}`
      : null
  }
}
