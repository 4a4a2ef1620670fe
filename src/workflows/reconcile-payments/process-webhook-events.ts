import type { Failures } from "./failures"
import { mapConcurrent } from "../../shared/map-concurrent"

/**
 * Small, because events are claimed: unprocessed ones wait until their lease
 * expires.
 */
const BATCH = 20
/** As many as a small database pool allows next to the store's own requests. */
const AT_ONCE = 4

export type WebhookEventsLine = {
  /**
   * Claims stored webhook events that are not processed yet, and returns their
   * ids.
   */
  due(limit: number): Promise<string[]>
  /**
   * Finishes events that change nothing.
   *
   * @returns the ids of those still to be processed
   */
  triage(ids: readonly string[]): Promise<string[]>
  /** Processes one event. */
  processEvent(id: string): Promise<void>
  isOver(): boolean
  failures: Failures
}

/**
 * Processes webhooks that were stored and acknowledged, but not processed: the
 * process died, or the first attempt failed.
 *
 * @returns how many webhooks were processed
 */
export async function processWebhookEvents({
  due,
  triage,
  processEvent,
  isOver,
  failures,
}: WebhookEventsLine): Promise<number> {
  let total = 0
  for (;;) {
    const claimed = isOver() ? [] : await due(BATCH)
    const toProcess = claimed.length ? await triage(claimed) : []
    const done = await mapConcurrent(toProcess, AT_ONCE, async (id) => {
      if (isOver()) {
        return false
      }
      try {
        await processEvent(id)
        return true
      } catch (error) {
        failures.add(id, error)
        return false
      }
    })
    const triaged = claimed.length - toProcess.length
    const processed = triaged + done.filter(Boolean).length
    total += processed
    // If nothing succeeds, the next pass processes the rest.
    if (claimed.length < BATCH || !processed) {
      return total
    }
  }
}
