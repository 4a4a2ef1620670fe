/**
 * Runs a process's background work with bounded concurrency, and deduplicates
 * it by key. It is safe to lose: lost tasks are still in the database, and the
 * job runs them again.
 */
export class TaskQueue {
  readonly #line = new Map<string, () => Promise<void>>()
  readonly #running = new Set<string>()

  /**
   * @param concurrency maximum number of concurrent tasks
   * @param length maximum number of queued tasks; more are left to the job
   */
  constructor(
    private readonly concurrency: number,
    private readonly length: number
  ) {}

  /** Number of queued tasks. */
  get waiting(): number {
    return this.#line.size
  }

  /** Number of tasks that can be queued now. */
  get free(): number {
    return Math.max(0, this.length - this.#line.size)
  }

  /**
   * Queues a task, which must handle its own errors. A task that is already
   * queued is not queued twice. One that is running is, since it may have read
   * its data before the latest change.
   */
  push(key: string, task: () => Promise<void>): void {
    if (this.free > 0) {
      this.#line.set(key, task)
      this.#startNext()
    }
  }

  #startNext(): void {
    for (const [key, task] of this.#line) {
      if (this.#running.size >= this.concurrency) {
        return
      }
      if (!this.#running.has(key)) {
        this.#line.delete(key)
        this.#running.add(key)
        void task().finally(() => {
          this.#running.delete(key)
          this.#startNext()
        })
      }
    }
  }
}
