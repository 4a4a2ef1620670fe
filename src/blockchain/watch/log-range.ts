/**
 * Number of blocks to ask logs of at once. Endpoints name no limit, so it is
 * learned: halved when a range is refused, doubled when it may be too small.
 */
export class LogRange {
  #blocks: number
  #isRefused = false
  #fullRanges = 0

  /** @param learned by the last pass. Null: no limit is known */
  constructor(learned: number | null) {
    this.#blocks = learned ?? Infinity
  }

  /** The last block to ask for together with the first one. */
  lastBlock(first: number, end: number): number {
    return Math.min(end, first + this.#blocks - 1)
  }

  answered(blocks: number): void {
    if (blocks === this.#blocks) {
      this.#fullRanges += 1
    }
  }

  /** @param blocks more than 1 */
  refused(blocks: number): void {
    const half = Math.floor(this.#blocks / 2)
    this.#blocks = half < blocks ? half : Math.floor(blocks / 2)
    this.#isRefused = true
  }

  /**
   * Number of blocks for the next pass. It is larger when the limit cost a
   * request and nothing was refused: a refusal may have had another reason, and
   * limits are raised. Null: no limit is known.
   */
  get learned(): number | null {
    if (this.#blocks === Infinity) {
      return null
    }
    return this.#fullRanges > 1 && !this.#isRefused
      ? this.#blocks * 2
      : this.#blocks
  }
}
