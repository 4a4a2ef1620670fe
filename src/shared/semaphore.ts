/** Limits concurrent tasks. The others wait in order of arrival. */
export class Semaphore {
  #free: number
  readonly #line: (() => void)[] = []

  /** @param atOnce maximum number of concurrent tasks */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /**
   * Runs a task when a slot is free.
   *
   * @throws the task's error
   */
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
