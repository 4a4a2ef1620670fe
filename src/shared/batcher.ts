import { withTimeout } from "./with-timeout"

type Waiting<I, O> = {
  item: I
  resolve(answer: O): void
  reject(error: unknown): void
}

export type BatcherOptions<I, O> = {
  /** Maximum number of items in a batch. */
  maxBatchSize: number
  /**
   * Runs a batch. Returns the result of each item in their order. A thrown
   * error rejects all of them.
   */
  run(items: readonly I[]): Promise<readonly PromiseSettledResult<O>[]>
  /**
   * Maximum number of waiting items. More are rejected, so that a flood can't
   * fill the memory.
   */
  maxQueued: number
  /** Milliseconds after which a running batch no longer delays the next one. */
  timeoutMs: number
}

/** Thrown when the queue is full. */
class BatcherFullError extends Error {
  override readonly name = "BatcherFullError"
  constructor(maxQueued: number) {
    super(`${maxQueued} wait already.`)
  }
}

/**
 * Batches concurrent calls: items that arrive while a batch runs go into the
 * next one. The more items there are, the fewer batches each costs.
 */
export class Batcher<I, O> {
  /** Maximum number of concurrent batches, when batches exceed the timeout. */
  static readonly LANES = 2

  #waiting: Waiting<I, O>[] = []
  #isRunning = false
  readonly #running = new Set<Promise<void>>()

  constructor(private readonly parts: BatcherOptions<I, O>) {}

  /** @throws the item's error, or BatcherFullError if the queue is full */
  async add(item: I): Promise<O> {
    if (this.#waiting.length >= this.parts.maxQueued) {
      throw new BatcherFullError(this.parts.maxQueued)
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      void this.#runRounds()
    })
  }

  /**
   * Adds an item, or resolves to `full` if the queue is full.
   *
   * @throws the error of this item
   */
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
    if (this.#isRunning) {
      return
    }
    this.#isRunning = true
    const { maxBatchSize, timeoutMs } = this.parts
    while (this.#waiting.length) {
      const items = this.#waiting.splice(0, maxBatchSize)
      const round = this.#runRound(items).finally(() =>
        this.#running.delete(round)
      )
      this.#running.add(round)
      await withTimeout(round, timeoutMs, () => undefined)
      if (this.#running.size >= Batcher.LANES) {
        await Promise.race(this.#running)
      }
    }
    this.#isRunning = false
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
