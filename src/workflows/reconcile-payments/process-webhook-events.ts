import type { Failures } from "./failures"
import { mapConcurrent } from "../../shared/map-concurrent"

/** Few, since they are claimed: what there is no time for waits for its lease. */
const BATCH = 20
/** As many as a small database pool bears beside the store's own requests. */
const AT_ONCE = 4

export type WebhookEventsLine = {
  /** Ids of stored webhooks that nobody has processed yet. */
  due(limit: number): Promise<string[]>
  /** Ends those that say nothing. @returns the ids of those still to be driven */
  triage(ids: readonly string[]): Promise<string[]>
  /** Processes one. */
  drive(id: string): Promise<void>
  isOver(): boolean
  failures: Failures
}

/**
 * Processes what was stored and answered and then left: its process died, or
 * its first attempt failed.
 *
 * @returns how many webhooks were processed
 */
export async function processWebhookEvents({
  due,
  triage,
  drive,
  isOver,
  failures,
}: WebhookEventsLine): Promise<number> {
  let driven = 0
  for (;;) {
    const claimed = isOver() ? [] : await due(BATCH)
    const toDrive = claimed.length ? await triage(claimed) : []
    const done = await mapConcurrent(toDrive, AT_ONCE, async (id) => {
      if (isOver()) {
        return false
      }
      try {
        await drive(id)
        return true
      } catch (error) {
        failures.add(id, error)
        return false
      }
    })
    const sortedOut = claimed.length - toDrive.length
    const processed = sortedOut + done.filter(Boolean).length
    driven += processed
    // Where nothing works, the rest is for the next pass.
    if (claimed.length < BATCH || !processed) {
      return driven
    }
  }
}
