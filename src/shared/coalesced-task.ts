/**
 * Runs a task once at a time. Any number of wakes during a run cause one more
 * run, since the running one may have read its data before.
 */
export class CoalescedTask {
  #running: Promise<void> | null = null
  #isWokenAgain = false

  /** @param run must handle its own errors */
  constructor(private readonly run: () => Promise<void>) {}

  wake(): void {
    if (this.#running) {
      this.#isWokenAgain = true
    } else {
      this.#running = this.#runWhileWoken()
    }
  }

  /** Resolves when it does not run. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #runWhileWoken(): Promise<void> {
    do {
      this.#isWokenAgain = false
      await this.run()
    } while (this.#isWokenAgain)
    this.#running = null
  }
}
