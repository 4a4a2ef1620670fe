import { hash } from "node:crypto"
import type { ExceptionDraft, Rail } from "../ledger"
import { isOfOneRow } from "../modules/stablecoin/repository/database-error"
import type { Repository } from "../modules/stablecoin/repository"
import { DEAD_WEBHOOK } from "../modules/stablecoin/repository/exceptions/exceptions"
import type { ReceivedWebhookEvent } from "../modules/stablecoin/repository/webhook-events/webhook-events"
import type { DrainOutcome } from "../modules/stablecoin/telemetry/instruments"
import { PARSE_WEBHOOK } from "../modules/stablecoin/webhooks/accept-webhook"
import { receivedEvent } from "../modules/stablecoin/webhooks/webhook-acceptor"
import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import { Rejections } from "./rejections"
import { type Drained, NOTHING_DRAINED } from "./spool/drain-file"
import type { SpooledWebhook } from "./spool/record"
import type { Spool } from "./spool/spool"

export type SpoolDrainParts = {
  repository: {
    webhookEvents: Pick<Repository["webhookEvents"], "insert">
    webhookStates: Pick<Repository["webhookStates"], "note">
    exceptions: Pick<Repository["exceptions"], "open">
  }
  spool: Spool
  /** Counts the drains of the spool. */
  count(outcome: DrainOutcome): void
  logger: Logger
}

/** Moves the webhooks of the spool to the database. */
export class SpoolDrain {
  readonly #rejections = new Rejections()
  /** When the last webhook of each rail was received that this has moved. */
  readonly #received = new Map<Rail, Date>()
  #hasFailed = false

  constructor(private readonly parts: SpoolDrainParts) {}

  /** Whether the database takes no webhook, although it can be read. */
  get isRefused(): boolean {
    return this.#rejections.areOfAll
  }

  /** The database has taken a webhook that was not in the spool. */
  noteTaken(): void {
    this.#rejections.noteTaken()
  }

  /** The database has rejected a webhook, which goes into the spool. */
  noteRejected(): void {
    this.#rejections.noteRejected()
  }

  /**
   * Drains this process's part of the spool, with what dead processes left.
   * Never throws: what was not stored stays in the spool.
   *
   * @param stored is called when the database has taken webhooks
   * @param ended ends it before the next batch
   */
  async run(stored: () => void, ended: AbortSignal): Promise<void> {
    const { spool, logger } = this.parts
    if (spool.isEmpty || this.#rejections.isEarly) {
      return
    }
    const drained = { ...NOTHING_DRAINED }
    this.#rejections.begin()
    try {
      await spool.drain(async (webhooks) => {
        ended.throwIfAborted()
        return await this.#store(webhooks, stored)
      }, drained)
      this.#rejections.end()
      this.#hasFailed = false
    } catch (error) {
      this.#rejections.end(error)
      // Logged once: the next attempts most likely fail alike.
      if (!this.#hasFailed && !ended.aborted) {
        this.#hasFailed = true
        logger.error(`The spool could not be drained: ${messageOf(error)}`)
      }
    }
    this.#report(drained)
    await this.#noteReceived()
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
      )
    )
    // A database that can be read may still refuse every write.
    stored()
    for (const outcome of outcomes) {
      if (outcome.status === "rejected" && !isOfOneRow(outcome.reason)) {
        throw outcome.reason
      }
    }
    this.#rejections.check(outcomes)
    for (const { rail, received_at } of webhooks) {
      const at = new Date(received_at)
      const last = this.#received.get(rail)
      this.#received.set(rail, last && last > at ? last : at)
    }
    const iterator = outcomes.values()
    const results = events.map((event) =>
      event.status === "rejected" ? event : (iterator.next().value ?? event)
    )
    await this.parts.repository.exceptions.open(
      null,
      webhooks
        .filter((_, index) => results[index]?.status === "rejected")
        .map(rejectedException)
    )
    return results
  }

  /** Records the receipt, so that no rail of a spooled webhook counts as quiet. */
  async #noteReceived(): Promise<void> {
    const { repository, logger } = this.parts
    const now = new Date()
    for (const [rail, at] of this.#received) {
      try {
        // A clock that was set back must not hide that later ones are missing.
        const past = at < now ? at : now
        await repository.webhookStates.note({ rail, received: true }, past)
        this.#received.delete(rail)
      } catch (error) {
        logger.warn(
          `The time of the last webhooks could not be recorded: ${messageOf(error)}`
        )
      }
    }
  }

  #report(drained: Drained): void {
    const { webhooks, rejected, damaged, deleted } = drained
    const { count, logger } = this.parts
    if (webhooks > 0) {
      logger.info(
        `${webhooks} webhooks were moved from the spool to the database.`
      )
    }
    if (rejected > 0) {
      count("rejected")
      logger.error(
        `${rejected} webhooks of the spool were rejected, and are in its folder rejected. Compare them with the gateway's portal: they may report money.`
      )
    }
    if (damaged > 0) {
      logger.error(
        `The spool has ${damaged} bytes that are not a webhook. Their files are in its folder damaged.`
      )
    }
    if (deleted > 0) {
      logger.error(
        `Files of the spool with ${deleted} bytes were deleted before they were moved. Compare the payments with the gateway's portal: their webhooks may have reported money.`
      )
    }
    if (damaged + deleted > 0) {
      count("damaged")
    }
    if (webhooks > 0 && rejected + damaged + deleted === 0) {
      count("complete")
    }
  }
}

/** Its sender was told that it is stored, and its report may be of money. */
function rejectedException({
  rail,
  body,
  received_at,
}: SpooledWebhook): ExceptionDraft {
  return {
    ...DEAD_WEBHOOK,
    key: [hash("sha256", body), "rejected"].join(":"),
    message: `A webhook of the ${rail} rail, received at ${received_at}, was rejected by the database. The receiver keeps it in the folder "rejected" of its spool. Compare your payments with the gateway's portal: it may report money.`,
    details: { received_at },
  }
}

/** @throws WebhookBodyError: another version may have accepted it */
async function eventOf({
  rail,
  body,
  signed_for,
  received_at,
}: SpooledWebhook): Promise<ReceivedWebhookEvent> {
  const report = PARSE_WEBHOOK[rail](body)
  return {
    ...receivedEvent(rail, body, report, signed_for),
    received_at: new Date(received_at),
  }
}
