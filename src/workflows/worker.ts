/**
 * Runs what a process has to do after it answered: a bounded number of tasks at
 * once, the others in line. It remembers nothing that matters: what is lost
 * with the process is on disk, and the job drives it again.
 */
export class Worker {
  readonly #line: (() => Promise<void>)[] = []
  #running = 0

  constructor(private readonly concurrency: number) {}

  /** Takes a task, which must handle its own failure. */
  push(task: () => Promise<void>): void {
    this.#line.push(task)
    this.#startNext()
  }

  #startNext(): void {
    const task =
      this.#running < this.concurrency ? this.#line.shift() : undefined
    if (!task) {
      return
    }
    this.#running += 1
    void task().finally(() => {
      this.#running -= 1
      this.#startNext()
    })
  }
}
