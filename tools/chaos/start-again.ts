import { setTimeout as wait } from "node:timers/promises"

const TRIES = 10
const BETWEEN_TRIES_MS = 500

/**
 * Starts a process as a supervisor does: again, if it exits because the
 * database is away.
 *
 * @throws the last try's error
 */
export async function startAgain(
  node: { start(): Promise<void> },
  betweenTriesMs = BETWEEN_TRIES_MS
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await node.start()
    } catch (error) {
      if (tries === TRIES) {
        throw error
      }
      await wait(betweenTriesMs)
    }
  }
}
