import { setTimeout as wait } from "node:timers/promises"
import type { BuiltStore } from "../harness/built-store/built-store"

const MINUTE_MS = 60_000
/** Tries of a pass that takes longer than the rest of its minute. */
const TRIES = 3

/**
 * Runs a pass alone. The store runs its own job at each full minute, which
 * would read a part of the due payments. So the pass starts when enough of the
 * minute is left and no earlier job runs. It is repeated if the minute ends
 * before the pass does.
 */
export async function undisturbed<T>(
  store: BuiltStore,
  forMs: number,
  pass: () => Promise<T>
): Promise<T> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const left = MINUTE_MS - (Date.now() % MINUTE_MS)
    if (left < forMs) {
      await wait(left + 1_000)
    }
    await store.call("idle")
    const minute = minuteOf(Date.now())
    const result = await pass()
    if (minuteOf(Date.now()) === minute) {
      return result
    }
  }
  throw new Error(
    `The store's own job ran during each of ${TRIES} passes. Run the measure on a quieter machine.`
  )
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}
