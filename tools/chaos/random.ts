/**
 * Reproducible randomness: the same seed gives the same choices in the same
 * order.
 */
export class Random {
  #state: number

  /**
   * @param seed any numbers. Seeds that differ in one of them give unrelated
   *   choices
   */
  constructor(...seed: number[]) {
    this.#state = seed.reduce(
      (state, part) => Math.imul(state ^ part, 0x9e3779b1) ^ (state >>> 15),
      0x5ab1ec01
    )
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer, 0 ≤ n < below. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Picks an item with equal probability. @throws Error for an empty list */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) {
      throw new Error("There is nothing to pick from.")
    }
    return from[this.below(from.length)] as T
  }
}
