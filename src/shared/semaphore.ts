/** Lets so many tasks through at once, and the others in the order in which they came. */
export class Semaphore {
  #free: number
  readonly #line: (() => void)[] = []

  /** @param atOnce tasks that run side by side */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Runs a task when its turn has come. @throws what the task throws */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1
    } else {
      await new Promise<void>((resolve) => this.#line.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = this.#line.shift()
      if (next) {
        next()
      } else {
        this.#free += 1
      }
    }
  }
}
