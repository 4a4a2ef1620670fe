import { isOfOneRow } from "../modules/stablecoin/repository/database-error"
import type { Repository } from "../modules/stablecoin/repository"
import type { ReceivedWebhookEvent } from "../modules/stablecoin/repository/webhook-events/webhook-events"
import type { DrainOutcome } from "../modules/stablecoin/telemetry/instruments"
import { PARSE_WEBHOOK } from "../modules/stablecoin/webhooks/accept-webhook"
import { receivedEvent } from "../modules/stablecoin/webhooks/webhook-acceptor"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import type { Drained } from "./spool/drain-file"
import type { SpooledWebhook } from "./spool/record"
import type { Spool } from "./spool/spool"

/** How often the spools of dead processes are taken over. */
const ADOPTED_EVERY_MS = 10_000

export type SpoolDrainParts = {
  repository: { webhookEvents: Pick<Repository["webhookEvents"], "insert"> }
  spool: Spool
  /** Counts the drains of the spool. */
  count(outcome: DrainOutcome): void
  logger: Logger
}

/** Moves the webhooks of the spool to the database. */
export class SpoolDrain {
  #adoptedAt = 0
  #hasFailed = false

  constructor(private readonly parts: SpoolDrainParts) {}

  /**
   * Drains this process's part of the spool, with what dead processes left.
   * Never throws: what was not stored stays in the spool.
   *
   * @param stored is called when the database has taken webhooks
   * @param ended ends it before the next batch
   */
  async run(stored: () => void, ended: AbortSignal): Promise<void> {
    const { spool, logger } = this.parts
    try {
      if (performance.now() - this.#adoptedAt >= ADOPTED_EVERY_MS) {
        this.#adoptedAt = performance.now()
        await spool.adopt()
      }
      if (!spool.isEmpty) {
        const drained = await spool.drain(async (webhooks) => {
          ended.throwIfAborted()
          return await this.#store(webhooks, stored)
        })
        this.#report(drained)
      }
      this.#hasFailed = false
    } catch (error) {
      // Logged once: the next attempts most likely fail alike.
      if (!this.#hasFailed && !ended.aborted) {
        this.#hasFailed = true
        logger.error(`The spool could not be drained: ${messageOf(error)}`)
      }
    }
  }

  /**
   * @throws when the database does not take any webhook, or can take one of
   *   them only later
   */
  async #store(
    webhooks: readonly SpooledWebhook[],
    stored: () => void
  ): Promise<readonly PromiseSettledResult<unknown>[]> {
    const events = await Promise.allSettled(webhooks.map(eventOf))
    const outcomes = await this.parts.repository.webhookEvents.insert(
      events.flatMap((event) =>
        event.status === "fulfilled" ? [event.value] : []
      ),
      new Date(),
      { leaveToStore: true }
    )
    // A database that can be read may still refuse every write.
    stored()
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !isOfOneRow(outcome.reason)) {
        throw outcome.reason
      }
    }
    const results = outcomes.values()
    return events.map((event) =>
      event.status === "rejected" ? event : (results.next().value ?? event)
    )
  }

  #report({ webhooks, rejected, damaged }: Drained): void {
    const { count, logger } = this.parts
    logger.info(
      `${webhooks} webhooks were moved from the spool to the database.`
    )
    if (rejected > 0) {
      count("rejected")
      logger.error(
        `${rejected} webhooks of the spool were rejected, and are in its folder rejected. Compare them with the gateway's portal: they may report money.`
      )
    }
    if (damaged > 0) {
      count("damaged")
      logger.error(
        `The spool has ${damaged} bytes that are not a webhook. Their files are in its folder damaged.`
      )
    }
    if (rejected + damaged === 0) {
      count("complete")
    }
  }
}

/** @throws WebhookBodyError: another version may have accepted it */
async function eventOf({
  rail,
  body,
  signed_for,
}: SpooledWebhook): Promise<ReceivedWebhookEvent> {
  return receivedEvent(rail, body, PARSE_WEBHOOK[rail](body), signed_for)
}
