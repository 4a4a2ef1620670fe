/**
 * Shares one run of an expensive call among concurrent callers, and caches its
 * result for a while.
 */
export class CachedCall<T> {
  #running?: Promise<T>
  #last?: { answer: T; at: number }

  /**
   * @param keptMs how long a result is cached, in milliseconds
   * @param now the clock in milliseconds
   */
  constructor(
    private readonly keptMs: number,
    private readonly now: () => number = () => performance.now()
  ) {}

  /**
   * @param run called if there is neither a cached result nor a running call
   * @param options `fresh`: bypasses the cached result
   */
  async get(run: () => Promise<T>, { fresh = false } = {}): Promise<T> {
    const last = this.#last
    return last && !fresh && this.now() - last.at < this.keptMs
      ? last.answer
      : await (this.#running ??= this.#run(run))
  }

  async #run(run: () => Promise<T>): Promise<T> {
    try {
      const answer = await run()
      this.#last = { answer, at: this.now() }
      return answer
    } finally {
      this.#running = undefined
    }
  }
}
