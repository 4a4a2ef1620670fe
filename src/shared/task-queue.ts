/**
 * Runs what a process has to do after it answered: a bounded number of tasks at
 * once, the others in line, each thing once. It remembers nothing that matters:
 * what is lost with the process is on disk, and the job drives it again.
 */
export class TaskQueue {
  readonly #line = new Map<string, () => Promise<void>>()
  readonly #running = new Set<string>()

  /**
   * @param concurrency tasks at once
   * @param length tasks in line; more are left to the job
   */
  constructor(
    private readonly concurrency: number,
    private readonly length: number
  ) {}

  /** How many tasks wait in line. */
  get waiting(): number {
    return this.#line.size
  }

  /** How many tasks would be taken now. */
  get free(): number {
    return Math.max(0, this.length - this.#line.size)
  }

  /**
   * Takes a task, which must handle its own failure. One that waits in line
   * already is not taken twice; one that runs is, since it may have read
   * before there was something new.
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
