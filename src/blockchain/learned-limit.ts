/**
 * How much an endpoint takes at once, such as blocks. Endpoints don't name their
 * limits, so they are learned: halved after a refusal, doubled when they may be
 * too low.
 */
export class LearnedLimit {
  #size: number
  #isRefused = false
  #answers = 0

  /** @param learned before. Null: no limit is known */
  constructor(learned: number | null) {
    this.#size = learned ?? Infinity
  }

  /** The most to ask for in the next request. */
  get size(): number {
    return this.#size
  }

  answered(): void {
    this.#answers += 1
  }

  /** @param size more than 1 */
  refused(size: number): void {
    const half = Math.floor(this.#size / 2)
    this.#size = half < size ? half : Math.floor(size / 2)
    this.#isRefused = true
  }

  /**
   * The limit for the next time. It is higher after several requests of which
   * none was refused: the first refusal may have had another reason, and limits
   * are raised. Null: no limit is known.
   */
  get learned(): number | null {
    if (this.#size === Infinity) {
      return null
    }
    return this.#answers > 1 && !this.#isRefused ? this.#size * 2 : this.#size
  }
}
