import { setTimeout as rest } from "node:timers/promises"

type Waiting<I, O> = {
  item: I
  resolve(answer: O): void
  reject(error: unknown): void
}

/**
 * Does for many at once what each of them asks for alone: while one round is
 * under way, what comes gathers for the next. Nobody waits for company, and
 * the more there are the fewer rounds each costs.
 */
export class Gathered<I, O> {
  #waiting: Waiting<I, O>[] = []
  #isRunning = false

  /**
   * @param most items in a round
   * @param restMs between two rounds: where nobody waits for the answer, the more gather
   * @param run a round: what became of each item, in their order. What it
   *   throws became of all of them
   */
  constructor(
    private readonly most: number,
    private readonly restMs: number,
    private readonly run: (
      items: readonly I[]
    ) => Promise<readonly PromiseSettledResult<O>[]>
  ) {}

  /** How many wait for a round. */
  get length(): number {
    return this.#waiting.length
  }

  /** @throws what became of this item */
  async add(item: I): Promise<O> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isRunning) {
        void this.#runRounds()
      }
    })
  }

  async #runRounds(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length) {
      const round = this.#waiting.splice(0, this.most)
      try {
        const results = await this.run(round.map(({ item }) => item))
        round.forEach((each, index) => settle(each, results[index]))
      } catch (error) {
        round.forEach(({ reject }) => reject(error))
      }
      if (this.restMs) {
        await rest(this.restMs)
      }
    }
    this.#isRunning = false
  }
}

function settle<I, O>(
  { resolve, reject }: Waiting<I, O>,
  result: PromiseSettledResult<O> | undefined
): void {
  if (result?.status === "fulfilled") {
    resolve(result.value)
  } else {
    reject(result?.reason ?? new Error("Nothing became of it."))
  }
}
