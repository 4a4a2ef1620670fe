/** Something costly, run once for all who ask meanwhile, and its answer given again for a while. */
export class CachedCall<T> {
  #running?: Promise<T>
  #last?: { answer: T; at: number }

  /**
   * @param keptMs how long an answer is given again
   * @param now the clock in milliseconds
   */
  constructor(
    private readonly keptMs: number,
    private readonly now: () => number = () => performance.now()
  ) {}

  /**
   * @param run is called if there is neither an answer to give again nor a run under way
   * @param options `fresh`: whoever asks wants no answer given again
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
