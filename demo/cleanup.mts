import { setTimeout as wait } from "node:timers/promises"

/** What has to be undone at the end, last things first. */
export class Cleanup {
  readonly #tasks: { what: string; undo: () => Promise<void> }[] = []

  /** @param what for the message if it can't be undone */
  add(what: string, undo: () => Promise<void>): void {
    this.#tasks.push({ what, undo })
  }

  /**
   * Undoes everything, each thing within the time and whatever became of the
   * others.
   *
   * @returns what could not be undone, one sentence each
   */
  async run(timeoutMs = 15_000): Promise<string[]> {
    const problems: string[] = []
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      const { what, undo } = task
      const late = new AbortController()
      try {
        await Promise.race([
          undo(),
          wait(timeoutMs, undefined, { signal: late.signal }).then(() => {
            throw new Error(`no answer in ${timeoutMs} ms`)
          }),
        ])
      } catch (error) {
        problems.push(`${what} is left behind: ${String(error)}`)
      } finally {
        late.abort()
      }
    }
    return problems
  }
}
