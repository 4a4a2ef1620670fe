import { setTimeout as wait } from "node:timers/promises"
import type { ReceiverStatus } from "../http-types"
import { BatcherFullError } from "../shared/batcher"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import { isOfOneRow } from "../modules/stablecoin/repository/database-error"
import { NotStoredError } from "../modules/stablecoin/repository/webhook-events/insert-webhook-events"
import type {
  AcceptedWebhook,
  IncomingWebhook,
} from "../modules/stablecoin/webhooks/accept-webhook"
import { HEALTH_PROBE_EVENT } from "../modules/stablecoin/webhooks/health-probe"
import type { WebhookAcceptor } from "../modules/stablecoin/webhooks/webhook-acceptor"
import type { KnownSigners } from "./known-signers"
import { SpoolAdoption } from "./spool-adoption"
import { SpoolDrain, type SpoolDrainParts } from "./spool-drain"

/** A statement that takes longer counts as a database that is away. */
const STORED_WITHIN_MS = 2_000
const CHECKED_EVERY_MS = 1_000
/** While the database is away, or webhooks wait in the spool. */
const CHECKED_SOON_MS = 250

export type WebhookStorageParts = SpoolDrainParts & {
  acceptor: Pick<WebhookAcceptor, "accept">
  signers: KnownSigners
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
  readonly #drain: SpoolDrain
  readonly #adoption: SpoolAdoption

  constructor(private readonly parts: WebhookStorageParts) {
    this.#drain = new SpoolDrain(parts)
    this.#adoption = new SpoolAdoption(parts.spool, parts.logger)
  }

  get isAway(): boolean {
    return this.#database !== "there"
  }

  get status(): ReceiverStatus {
    const { spool, signers } = this.parts
    if (!this.isAway && !this.#drain.isRefused) {
      return "ready"
    }
    return spool.status.isFull || !signers.areKnown ? "full" : "spooling"
  }

  /**
   * Checks the database, and goes on doing so until `end`. Webhooks can be kept
   * when it returns, while those of the spool are still being moved.
   */
  async begin(): Promise<void> {
    const isRead = await this.#read()
    this.#checking = this.#checkUntilEnd(isRead)
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
        const accepted = await withTimeout(
          this.parts.acceptor.accept(webhook),
          STORED_WITHIN_MS,
          late
        )
        if (accepted.ok && !accepted.isProbe && accepted.webhookEvent.is_new) {
          this.#drain.noteTaken()
        }
        return accepted
      } catch (error) {
        // The drain sets it aside, unless the database takes no other either.
        const isRejected = isOfOneRow(error)
        if (isRejected) {
          this.#drain.noteRejected()
        }
        const isThere =
          isRejected ||
          error instanceof BatcherFullError ||
          error instanceof NotStoredError
        if (!isThere) {
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

  /** @param isRead whether the database could be read */
  async #checkUntilEnd(isRead: boolean): Promise<void> {
    const { signal } = this.#ended
    for (;;) {
      await this.#adoption.run(signal)
      if (isRead) {
        await this.#drain.run(() => this.#return(), signal)
      }
      const isCalm = !this.isAway && this.parts.spool.isEmpty
      const ms = isCalm ? CHECKED_EVERY_MS : CHECKED_SOON_MS
      await wait(ms, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) {
        return
      }
      isRead = await this.#read()
    }
  }

  /** Reads the secrets, and returns whether the database could be read. */
  async #read(): Promise<boolean> {
    const { signers, spool } = this.parts
    await withTimeout(spool.checkDisk(), STORED_WITHIN_MS, () => undefined)
    try {
      await withTimeout(signers.read(), STORED_WITHIN_MS, late)
    } catch (error) {
      this.#leave(error)
      return false
    }
    if (spool.isEmpty) {
      this.#return()
    }
    return true
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
      const { signers, logger } = this.parts
      const consequence = signers.areKnown
        ? "webhooks go into the spool"
        : "and a rail has no secret that was read, so its webhooks are refused (503)"
      logger.warn(`The database is away, ${consequence}: ${messageOf(error)}`)
    }
  }
}

function late(): never {
  throw new Error(`The database did not answer in ${STORED_WITHIN_MS} ms.`)
}
