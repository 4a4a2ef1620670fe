/** Keys that are counted. The others of a window are not limited. */
const MOST_KEYS = 100_000

/** Counts the requests of this process by key, in windows of a fixed length. */
export class RateLimit {
  readonly #counts = new Map<string, number>()
  #endsAt = -Infinity

  /**
   * @param seconds length of a window
   * @param now the clock in milliseconds
   */
  constructor(
    private readonly seconds: number,
    private readonly now: () => number = () => performance.now()
  ) {}

  /**
   * Counts a request in the current window.
   *
   * @returns null for a counted request; at the limit, whole seconds until the
   *   window ends
   */
  count(key: string, limit: number): number | null {
    const now = this.now()
    if (now >= this.#endsAt) {
      this.#counts.clear()
      this.#endsAt = now + this.seconds * 1_000
    }
    const counted = this.#counts.get(key) ?? 0
    if (counted >= limit) {
      return Math.max(1, Math.ceil((this.#endsAt - now) / 1_000))
    }
    if (counted || this.#counts.size < MOST_KEYS) {
      this.#counts.set(key, counted + 1)
    }
    return null
  }
}
