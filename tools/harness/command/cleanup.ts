import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"

/** Tasks to run at the end, in reverse order. */
export class Cleanup {
  readonly #tasks: { what: string; undo: () => Promise<void> }[] = []

  /** @param what named in the message if undoing fails */
  add(what: string, undo: () => Promise<void>): void {
    this.#tasks.push({ what, undo })
  }

  /** Creates a temporary folder, and removes it at the end. */
  async folder(name: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `medusa-stablecoin-${name}-`))
    this.add(folder, async () => {
      // Processes that have just ended may still have been writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    return folder
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

/**
 * Starts a resource that consists of several parts. If a part does not start,
 * those before it are stopped.
 *
 * @param start adds the cleanup of each part once it is started
 * @returns what `start` returns, and a function that stops all parts
 */
export async function startParts<T extends object>(
  start: (cleanup: Cleanup) => Promise<T>
): Promise<T & { close(): Promise<void> }> {
  const cleanup = new Cleanup()
  const close = async (): Promise<void> => {
    const problems = await cleanup.run()
    if (problems.length > 0) {
      throw new Error(problems.join("\n"))
    }
  }
  try {
    return { ...(await start(cleanup)), close }
  } catch (error) {
    const problems = await cleanup.run()
    problems.forEach((problem) => console.error(problem))
    throw error
  }
}
