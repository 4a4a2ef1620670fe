import type { Failures } from "./failures"
import { mapConcurrent } from "../../shared/map-concurrent"

/**
 * Few of those that report money, since the events of a process that dies wait
 * until their lease expires. Most of the others are finished together.
 */
const CLAIMED = { money: 20, others: 500 }
/** As many as a small database pool allows next to the store's own requests. */
const AT_ONCE = 4

export type WebhookEventsLine = {
  /**
   * Claims stored webhook events that are not processed yet, reports of money
   * first, and returns their ids.
   */
  due(limits: typeof CLAIMED): Promise<string[]>
  /** Makes claimed events due again. */
  release(ids: readonly string[]): Promise<void>
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
  release,
  triage,
  processEvent,
  isOver,
  failures,
}: WebhookEventsLine): Promise<number> {
  let total = 0
  for (;;) {
    const claimed = isOver() ? [] : await due(CLAIMED)
    const toProcess = claimed.length ? await triage(claimed) : []
    const left: string[] = []
    const done = await mapConcurrent(toProcess, AT_ONCE, async (id) => {
      if (isOver()) {
        left.push(id)
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
    if (left.length) {
      await release(left)
    }
    // If nothing succeeds, the next pass processes the rest.
    if (!processed) {
      return total
    }
  }
}
