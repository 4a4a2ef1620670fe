import type { Logger } from "@medusajs/framework/types"
import type { AdminWebhookHealth } from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import type { Settings } from "../settings/settings"
import type { Repository } from "../repository"
import type { WebhookNote } from "../repository/webhook-states/webhook-state"
import { messageOf } from "../../../shared/message-of"

/**
 * Minimum time between two writes of each kind, for bursts of genuine or forged
 * webhooks.
 */
const WRITE_EVERY_MS = 1_000

/** Time after a payment's start in which its first webhook is expected. */
const ANNOUNCED_WITHIN_MS = 5 * 60_000

/** Payments without a webhook, after which a rail is quiet. */
export const QUIET_PAYMENTS = 3

/** Age of the first of them. */
const QUIET_AFTER_MS = 30 * 60_000

/** Tolerance for late writes and for clock skew between processes. */
const SLACK_MS = 60_000

export type WebhookWatchParts = {
  repository: {
    webhookStates: Pick<Repository["webhookStates"], "watch" | "note" | "read">
    webhookEvents: Pick<Repository["webhookEvents"], "retryUnverified">
    payments: Pick<Repository["payments"], "firstStarted">
  }
  settings: () => Promise<Settings>
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/**
 * Records when webhooks are received and rejected, so that missing ones are
 * noticed.
 */
export class WebhookWatch {
  readonly #writtenAt = new Map<string, number>()
  readonly #writing = new Set<Promise<void>>()
  readonly #now: () => number

  constructor(private readonly parts: WebhookWatchParts) {
    this.#now = parts.now ?? Date.now
  }

  /** Starts watching. A rail can be quiet only after this. */
  async begin(): Promise<void> {
    try {
      const { webhookStates, webhookEvents } = this.parts.repository
      await webhookStates.watch(RAILS)
      // The config may have a new secret that confirms them.
      await webhookEvents.retryUnverified()
    } catch (error) {
      // Before its migrations, a store has no table for it and still boots.
      this.#warn(error)
    }
  }

  /**
   * Records a webhook after the response. The write is not awaited, and at most
   * one webhook per second and kind is written.
   */
  note(note: WebhookNote): void {
    const now = this.#now()
    const kind = `${note.rail} ${note.received}`
    if (now - (this.#writtenAt.get(kind) ?? -Infinity) < WRITE_EVERY_MS) {
      return
    }
    this.#writtenAt.set(kind, now)
    const writing = this.parts.repository.webhookStates
      .note(note, new Date(now))
      .catch((error) => {
        // Lets the next webhook be recorded.
        this.#writtenAt.delete(kind)
        this.#warn(error)
      })
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for the pending writes. */
  async end(): Promise<void> {
    await Promise.all(this.#writing)
  }

  /**
   * Reports when each rail last received webhooks, and since when expected ones
   * are missing.
   *
   * A gateway sends an event for each payment that it creates. A rail is quiet
   * once three payments that were started after the last genuine webhook are
   * older than 5 minutes, and the first is older than 30. If no webhook was ever
   * received, payments count from the start of the watch.
   */
  async health(): Promise<AdminWebhookHealth[]> {
    const { general } = await this.parts.settings()
    const states = await this.parts.repository.webhookStates.read()
    const now = this.#now()
    return await Promise.all(
      RAILS.map(async (rail) => {
        const state = states.find((each) => each.rail === rail)
        const receivedAt = state?.last_received_at ?? state?.created_at
        const first = receivedAt
          ? await this.parts.repository.payments.firstStarted(rail, {
              after: new Date(receivedAt.getTime() + SLACK_MS),
              before: new Date(now - ANNOUNCED_WITHIN_MS),
              count: QUIET_PAYMENTS,
            })
          : null
        const isQuiet = first && first.getTime() < now - QUIET_AFTER_MS
        return {
          rail,
          url: general.ok ? webhookUrl(general.value.backendUrl, rail) : null,
          watched_since: iso(state?.created_at),
          last_received_at: iso(state?.last_received_at),
          last_rejected_at: iso(state?.last_rejected_at),
          last_rejected_reason: state?.last_rejected_reason ?? null,
          quiet_since: isQuiet ? iso(first) : null,
        }
      })
    )
  }

  #warn(error: unknown): void {
    this.parts.logger.warn(
      `Stablecoin payments: the time of the last webhooks could not be recorded: ${messageOf(error)}`
    )
  }
}

/** The URL that the gateway sends a rail's webhooks to. */
export function webhookUrl(backendUrl: string, rail: Rail): string {
  return `${backendUrl}/hooks/stablecoin/${rail}`
}

function iso(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null
}
