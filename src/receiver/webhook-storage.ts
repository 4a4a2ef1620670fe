import { setTimeout as wait } from "node:timers/promises"
import type { ReceiverStatus } from "../http-types"
import { BatcherFullError } from "../shared/batcher"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import { isOfOneRow } from "../modules/stablecoin/repository/database-error"
import type { Repository } from "../modules/stablecoin/repository"
import {
  type AcceptedWebhook,
  type IncomingWebhook,
  PARSE_WEBHOOK,
} from "../modules/stablecoin/webhooks/accept-webhook"
import { HEALTH_PROBE_EVENT } from "../modules/stablecoin/webhooks/health-probe"
import {
  receivedEvent,
  type WebhookAcceptor,
} from "../modules/stablecoin/webhooks/webhook-acceptor"
import type { DrainOutcome } from "../modules/stablecoin/telemetry/instruments"
import type { ReceivedWebhookEvent } from "../modules/stablecoin/repository/webhook-events/webhook-events"
import type { KnownSigners } from "./known-signers"
import type { Logger } from "./logger"
import type { Drained } from "./spool/drain-file"
import type { Spool } from "./spool/spool"
import type { SpooledWebhook } from "./spool/record"

/** A statement that takes longer counts as a database that is away. */
const STORED_WITHIN_MS = 2_000
const CHECKED_EVERY_MS = 1_000
/** While the database is away, or webhooks wait in the spool. */
const CHECKED_SOON_MS = 250
/** How often the spools of dead processes are taken over. */
const ADOPTED_EVERY_MS = 10_000

export type WebhookStorageParts = {
  acceptor: Pick<WebhookAcceptor, "accept">
  repository: { webhookEvents: Pick<Repository["webhookEvents"], "insert"> }
  signers: KnownSigners
  spool: Spool
  /** Counts the drains of the spool. */
  count(outcome: DrainOutcome): void
  logger: Logger
}

/** A webhook on disk: in the database, or in the spool. */
export type KeptWebhook = {
  ok: true
  isProbe: false
  webhookEvent: { is_new: boolean }
}

/**
 * Keeps webhooks in the database, and in the spool while the database is away.
 */
export class WebhookStorage {
  /** `unknown`: not checked yet. */
  #database: "unknown" | "there" | "away" = "unknown"
  readonly #ended = new AbortController()
  #checking: Promise<void> = Promise.resolve()
  #adoptedAt = 0
  #hasFailed = false

  constructor(private readonly parts: WebhookStorageParts) {}

  get isAway(): boolean {
    return this.#database !== "there"
  }

  get status(): ReceiverStatus {
    const { spool, signers } = this.parts
    if (!this.isAway) {
      return "ready"
    }
    return spool.status.isFull || !signers.areKnown ? "full" : "spooling"
  }

  /** Checks the database, and goes on doing so until `end`. */
  async begin(): Promise<void> {
    await this.#check()
    this.#checking = this.#checkUntilEnd()
  }

  /** Webhooks that wait in the spool are left to the next process. */
  async end(): Promise<void> {
    this.#ended.abort()
    await this.#checking
  }

  /**
   * Verifies a webhook and keeps it.
   *
   * @throws when it is genuine and is not on disk
   */
  async accept(
    webhook: IncomingWebhook
  ): Promise<Exclude<AcceptedWebhook, { isProbe: false }> | KeptWebhook> {
    if (!this.isAway) {
      try {
        return await withTimeout(
          this.parts.acceptor.accept(webhook),
          STORED_WITHIN_MS,
          late
        )
      } catch (error) {
        if (isOfOneRow(error)) {
          throw error
        }
        if (!(error instanceof BatcherFullError)) {
          this.#leave(error)
        }
      }
    }
    return await this.#spool(webhook)
  }

  async #spool(
    webhook: IncomingWebhook
  ): Promise<Exclude<AcceptedWebhook, { isProbe: false }> | KeptWebhook> {
    const verdict = this.parts.signers.judge(webhook)
    if (!verdict.ok) {
      return verdict
    }
    if (verdict.report.event === HEALTH_PROBE_EVENT) {
      return {
        ok: false,
        reason: "unavailable",
        message: "The database is away, which a health check is stored in.",
      }
    }
    await this.parts.spool.append({
      rail: webhook.rail,
      body: webhook.body,
      signed_for: verdict.signed_for,
      received_at: new Date().toISOString(),
    })
    return { ok: true, isProbe: false, webhookEvent: { is_new: true } }
  }

  async #checkUntilEnd(): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      const isCalm = !this.isAway && this.parts.spool.isEmpty
      const ms = isCalm ? CHECKED_EVERY_MS : CHECKED_SOON_MS
      await wait(ms, undefined, { signal }).catch(() => undefined)
      if (!signal.aborted) {
        await this.#check()
      }
    }
  }

  async #check(): Promise<void> {
    const { signers, spool, logger } = this.parts
    await withTimeout(spool.checkDisk(), STORED_WITHIN_MS, () => undefined)
    try {
      await withTimeout(signers.read(), STORED_WITHIN_MS, late)
    } catch (error) {
      this.#leave(error)
      return
    }
    if (spool.isEmpty) {
      this.#return()
    }
    try {
      if (performance.now() - this.#adoptedAt >= ADOPTED_EVERY_MS) {
        this.#adoptedAt = performance.now()
        await spool.adopt()
      }
      if (!spool.isEmpty) {
        const drained = await spool.drain((webhooks) => this.#store(webhooks))
        this.#report(drained)
      }
      this.#hasFailed = false
    } catch (error) {
      // Logged once: the next attempts most likely fail alike.
      if (!this.#hasFailed) {
        this.#hasFailed = true
        logger.error(`The spool could not be drained: ${messageOf(error)}`)
      }
    }
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

  /** @throws when the database does not take any webhook */
  async #store(
    webhooks: readonly SpooledWebhook[]
  ): Promise<readonly PromiseSettledResult<unknown>[]> {
    const events = await Promise.allSettled(webhooks.map(eventOf))
    const stored = await this.parts.repository.webhookEvents.insert(
      events.flatMap((event) =>
        event.status === "fulfilled" ? [event.value] : []
      ),
      new Date(),
      { leaveToStore: true }
    )
    // A database that can be read may still refuse every write.
    this.#return()
    const results = stored.values()
    return events.map((event) =>
      event.status === "rejected" ? event : (results.next().value ?? event)
    )
  }

  #return(): void {
    if (this.isAway) {
      this.#database = "there"
      this.parts.logger.info("Webhooks go into the database.")
    }
  }

  #leave(error: unknown): void {
    if (this.#database !== "away") {
      this.#database = "away"
      this.parts.logger.warn(
        `The database is away, webhooks go into the spool: ${messageOf(error)}`
      )
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

function late(): never {
  throw new Error(`The database did not answer in ${STORED_WITHIN_MS} ms.`)
}
