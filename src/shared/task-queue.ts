/**
 * Runs a process's background work with bounded concurrency, and deduplicates
 * it by key. It is safe to lose: lost tasks are still in the database, and the
 * job runs them again.
 */
export class TaskQueue {
  readonly #queued = new Map<string, () => Promise<void>>()
  readonly #running = new Set<string>()
  readonly #endAwaited: (() => void)[] = []

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
    return this.#queued.size
  }

  /**
   * Queues a task, which must handle its own errors. A task that is already
   * queued is not queued twice. One that is running is, since it may have read
   * its data before the latest change. When too many wait, it is left to the
   * job.
   */
  push(key: string, task: () => Promise<void>): boolean {
    if (this.#queued.size >= this.length) {
      return false
    }
    this.#queued.set(key, task)
    this.#startNext()
    return true
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await new Promise<void>((resolve) => this.#endAwaited.push(resolve))
    }
  }

  #startNext(): void {
    for (const [key, task] of this.#queued) {
      if (this.#running.size >= this.concurrency) {
        return
      }
      if (!this.#running.has(key)) {
        this.#queued.delete(key)
        this.#running.add(key)
        void task().finally(() => {
          this.#running.delete(key)
          this.#startNext()
          this.#endAwaited.splice(0).forEach((resolve) => resolve())
        })
      }
    }
  }
}
