import { setTimeout as wait } from "node:timers/promises"

/** Tasks to run at the end, in reverse order. */
export class Cleanup {
  readonly #tasks: { what: string; undo: () => Promise<void> }[] = []

  /** @param what named in the message if undoing fails */
  add(what: string, undo: () => Promise<void>): void {
    this.#tasks.push({ what, undo })
  }

  /**
   * Runs every task, each with its own timeout, even if others fail.
   *
   * @returns the failures, one sentence each
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
            throw new Error(`timed out after ${timeoutMs} ms`)
          }),
        ])
      } catch (error) {
        problems.push(`${what} could not be cleaned up: ${String(error)}`)
      } finally {
        late.abort()
      }
    }
    return problems
  }
}
