/** Urgent tasks go ahead of all usual ones. */
export type TaskLine = "urgent" | "usual"

/**
 * Runs a process's background work with bounded concurrency, and deduplicates
 * it by key. It is safe to lose: lost tasks are still in the database, and the
 * job runs them again.
 */
export class TaskQueue {
  readonly #lines: Record<TaskLine, Map<string, () => Promise<void>>> = {
    urgent: new Map(),
    usual: new Map(),
  }
  readonly #running = new Set<string>()
  readonly #endAwaited: (() => void)[] = []

  /**
   * @param concurrency maximum number of concurrent tasks
   * @param length maximum number of queued tasks that are urgent, and of those
   *   that are not; more are left to the job
   */
  constructor(
    private readonly concurrency: number,
    private readonly length: number
  ) {}

  /** Number of queued tasks. */
  get waiting(): number {
    return this.#lines.urgent.size + this.#lines.usual.size
  }

  /**
   * Queues a task, which must handle its own errors. A task that is already
   * queued is not queued twice. One that is running is, since it may have read
   * its data before the latest change.
   *
   * @returns false when too many wait, and it is left to the job
   */
  push(
    key: string,
    task: () => Promise<void>,
    line: TaskLine = "usual"
  ): boolean {
    const queued = this.#lines[line]
    if (queued.size >= this.length) {
      return false
    }
    queued.set(key, task)
    this.#startNext()
    return true
  }

  /**
   * Resolves when fewer tasks wait than may run, so that a backlog stays in the
   * database and new tasks are not queued behind it.
   */
  async room(): Promise<void> {
    while (this.waiting >= this.concurrency) {
      await this.#taskEnded()
    }
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) {
      await this.#taskEnded()
    }
  }

  async #taskEnded(): Promise<void> {
    await new Promise<void>((resolve) => this.#endAwaited.push(resolve))
  }

  #startNext(): void {
    for (const line of [this.#lines.urgent, this.#lines.usual]) {
      for (const [key, task] of line) {
        if (this.#running.size >= this.concurrency) {
          return
        }
        if (!this.#running.has(key)) {
          line.delete(key)
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
}
