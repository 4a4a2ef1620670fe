type Waiting<I, O> = {
  item: I
  resolve(result: O | Promise<O>): void
  reject(error: unknown): void
}

export type BatcherOptions<I, O> = {
  /**
   * Runs a batch. Returns the result of each item in their order, or a promise
   * of it. A thrown error rejects all of them.
   */
  run(items: readonly I[]): Promise<readonly (O | Promise<O>)[]>
  maxBatchSize: number
  /** Maximum number of batches that run at the same time, where some are slow. */
  concurrency: number
  /** Maximum number of waiting items. More are rejected. */
  maxQueued: number
}

/** A batch that runs longer no longer keeps the next one waiting. */
const SLOW_AFTER_MS = 100

/**
 * Batches concurrent calls. While no batch runs, the items of one turn of the
 * event loop start together, and those that arrive meanwhile share the next
 * batch. So each batch is as large as the load makes it.
 */
export class Batcher<I, O> {
  #waiting: Waiting<I, O>[] = []
  #running = 0
  #slow = 0

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** @throws the item's error, also when too many items wait */
  async add(item: I): Promise<O> {
    const { maxQueued } = this.options
    if (this.#waiting.length >= maxQueued) {
      throw new Error(`${maxQueued} others are waiting already.`)
    }
    return await new Promise((resolve, reject) => {
      if (this.#waiting.push({ item, resolve, reject }) === 1) {
        setImmediate(() => this.#start())
      }
    })
  }

  #start(): void {
    const { maxBatchSize, concurrency } = this.options
    while (
      this.#waiting.length &&
      this.#running === this.#slow &&
      this.#running < concurrency
    ) {
      void this.#run(this.#waiting.splice(0, maxBatchSize))
    }
  }

  async #run(batch: readonly Waiting<I, O>[]): Promise<void> {
    this.#running++
    let isSlow = 0
    const timer = setTimeout(() => {
      isSlow = 1
      this.#slow++
      this.#start()
    }, SLOW_AFTER_MS)
    try {
      const results = await this.options.run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index] as O))
    } catch (error) {
      batch.forEach(({ reject }) => reject(error))
    }
    clearTimeout(timer)
    this.#slow -= isSlow
    this.#running--
    this.#start()
  }
}
