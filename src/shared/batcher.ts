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
  /** Maximum number of batches that run at the same time. */
  concurrency: number
  /** Maximum number of waiting items. More are rejected. */
  maxQueued: number
}

/**
 * Batches concurrent calls: an item starts at once while a slot is free, and
 * those that wait for a slot share the next batch.
 */
export class Batcher<I, O> {
  #waiting: Waiting<I, O>[] = []
  #running = 0

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** @throws the item's error, also when too many items wait */
  async add(item: I): Promise<O> {
    const { maxQueued } = this.options
    if (this.#waiting.length >= maxQueued) {
      throw new Error(`${maxQueued} others are waiting already.`)
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#start()
    })
  }

  #start(): void {
    const { maxBatchSize, concurrency } = this.options
    while (this.#running < concurrency && this.#waiting.length) {
      const batch = this.#waiting.splice(0, maxBatchSize)
      this.#running++
      void this.#run(batch).finally(() => {
        this.#running--
        this.#start()
      })
    }
  }

  async #run(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index] as O))
    } catch (error) {
      batch.forEach(({ reject }) => reject(error))
    }
  }
}
