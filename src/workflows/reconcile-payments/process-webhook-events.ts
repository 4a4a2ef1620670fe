import type StablecoinModuleService from "../../modules/stablecoin/service"
import { mapConcurrent } from "../../shared/map-concurrent"

/**
 * Few of those that report money, since the events of a process that dies wait
 * until their lease expires. Most of the others are finished together.
 */
const CLAIMED = { money: 20, others: 500 }
/** As many as a small database pool allows next to the store's own requests. */
const AT_ONCE = 4

export type WebhookEventsLine = {
  webhookEvents: Pick<
    StablecoinModuleService["webhookEvents"],
    "claimDue" | "release" | "triageLeft"
  >
  /** Waits until an event can be processed. Optional. */
  ready?(): Promise<void>
  /**
   * Processes one event.
   *
   * @returns whether it succeeded
   */
  processEvent(id: string): Promise<boolean>
  isOver(): boolean
}

/**
 * Processes webhooks that were stored and acknowledged, but not processed:
 * reports of money first. The process that stored them died or does not process
 * any, or the first attempt failed.
 *
 * @returns how many webhooks were processed
 */
export async function processWebhookEvents({
  webhookEvents,
  ready,
  processEvent,
  isOver,
}: WebhookEventsLine): Promise<number> {
  // If triage fails, processing fails as well and reports the error.
  const triage = async (ids: readonly string[]) =>
    await webhookEvents.triageLeft(ids).catch(() => [...ids])
  let total = 0
  for (;;) {
    const claimed = isOver() ? [] : await webhookEvents.claimDue(CLAIMED)
    const toProcess = claimed.length ? await triage(claimed) : []
    const left: string[] = []
    const done = await mapConcurrent(toProcess, AT_ONCE, async (id) => {
      await ready?.()
      if (isOver()) {
        left.push(id)
        return false
      }
      return await processEvent(id)
    })
    const triaged = claimed.length - toProcess.length
    const processed = triaged + done.filter(Boolean).length
    total += processed
    if (left.length) {
      await webhookEvents.release(left)
    }
    // If nothing succeeds, the next pass processes the rest.
    if (!processed) {
      return total
    }
  }
}
