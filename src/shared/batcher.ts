import { setTimeout as rest } from "node:timers/promises"

type Waiting<I, O> = {
  item: I
  resolve(answer: O): void
  reject(error: unknown): void
}

export type BatcherOptions<I, O> = {
  /** Items in a round. */
  maxBatchSize: number
  /**
   * A round: what became of each item, in their order. What it throws became
   * of all of them.
   */
  run(items: readonly I[]): Promise<readonly PromiseSettledResult<O>[]>
  /** More than these that wait are refused, so that a flood can't fill the memory. */
  maxQueued: number
  /**
   * Milliseconds after which a round that does not end holds up the next ones
   * no more: it may wait for what only it waits for.
   */
  timeoutMs: number
  /**
   * What is waited for before a round, so that more gather for it; absent:
   * nothing.
   *
   * @param last items of the round before; 0 where nothing was going on
   */
  pause?(last: number): Promise<unknown> | undefined
}

/** Too many wait already. */
export class BatcherFullError extends Error {
  override readonly name = "BatcherFullError"
  constructor(maxQueued: number) {
    super(`${maxQueued} wait already.`)
  }
}

/**
 * Does for many at once what each of them asks for alone: while one round is
 * under way, what comes gathers for the next. The more there are, the fewer
 * rounds each costs.
 */
export class Batcher<I, O> {
  /** Rounds beside each other, where they don't end. */
  static readonly LANES = 2

  #waiting: Waiting<I, O>[] = []
  #rounds: Promise<void> | undefined
  readonly #running = new Set<Promise<void>>()

  constructor(private readonly parts: BatcherOptions<I, O>) {}

  /** How many items wait for a round. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#rounds
  }

  /** @throws what became of this item, or BatcherFullError when too many wait */
  async add(item: I): Promise<O> {
    if (this.#waiting.length >= this.parts.maxQueued) {
      throw new BatcherFullError(this.parts.maxQueued)
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#rounds ??= this.#runRounds()
    })
  }

  /** Adds an item, or resolves to `full` when too many wait. @throws what became of this item */
  async addUnlessFull<F>(item: I, full: F): Promise<O | F> {
    try {
      return await this.add(item)
    } catch (error) {
      if (error instanceof BatcherFullError) {
        return full
      }
      throw error
    }
  }

  async #runRounds(): Promise<void> {
    const { maxBatchSize, timeoutMs, pause } = this.parts
    for (let last = 0; this.#waiting.length;) {
      const more = pause?.(last)
      if (more) {
        await more
      }
      const items = this.#waiting.splice(0, maxBatchSize)
      last = items.length
      const round = this.#runRound(items).finally(() =>
        this.#running.delete(round)
      )
      this.#running.add(round)
      await within(round, timeoutMs)
      if (this.#running.size >= Batcher.LANES) {
        await Promise.race(this.#running)
      }
    }
    this.#rounds = undefined
  }

  async #runRound(items: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.parts.run(items.map(({ item }) => item))
      items.forEach((each, index) => settle(each, results[index]))
    } catch (error) {
      items.forEach(({ reject }) => reject(error))
    }
  }
}

/** Waits for something, and no longer than so many milliseconds. */
async function within(done: Promise<void>, ms: number): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([
      done,
      rest(ms, undefined, { signal: late.signal }).catch(() => {}),
    ])
  } finally {
    late.abort()
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
