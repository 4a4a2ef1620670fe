import type { Logger } from "@medusajs/framework/types"
import type { AdminWebhookHealth } from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import type { Settings } from "../settings/settings"
import type { Repository } from "../repository"
import type { WebhookNote } from "../repository/webhook-state"

/** A burst of webhooks, or of forged ones, costs one write of each kind in this time. */
const WRITE_EVERY_MS = 1_000

/** How long after a payment's start its first webhook is waited for. */
const QUIET_AFTER_MS = 5 * 60_000

/** Notes may be as old as a write is late, and the clocks of two processes may differ. */
const SLACK_MS = 60_000

export type WebhookWatchParts = {
  repository: Pick<
    Repository,
    "watchWebhooks" | "noteWebhook" | "readWebhookStates" | "firstStarted"
  >
  settings: () => Promise<Settings>
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/** Watches over the webhooks that come in, so that their absence is noticed. */
export class WebhookWatch {
  readonly #writtenAt = new Map<string, number>()
  readonly #writing = new Set<Promise<void>>()
  readonly #now: () => number

  constructor(private readonly parts: WebhookWatchParts) {
    this.#now = parts.now ?? Date.now
  }

  /** Begins to watch: from now on silence means something. */
  async begin(): Promise<void> {
    try {
      await this.parts.repository.watchWebhooks(RAILS)
    } catch (error) {
      // Before its migrations a store has no table for it, and boots all the same.
      this.#warn(error)
    }
  }

  /**
   * Notes a webhook, after it was answered. Nobody waits for the write: of
   * those that come within a second of a noted one none is written.
   */
  note(note: WebhookNote): void {
    const now = this.#now()
    const kind = `${note.rail} ${note.received}`
    if (now - (this.#writtenAt.get(kind) ?? -Infinity) < WRITE_EVERY_MS) {
      return
    }
    this.#writtenAt.set(kind, now)
    const writing = this.parts.repository
      .noteWebhook(note, new Date(now))
      .catch((error) => {
        // So that the next one is not kept from being noted.
        this.#writtenAt.delete(kind)
        this.#warn(error)
      })
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for the notes that are being written. */
  async end(): Promise<void> {
    await Promise.all(this.#writing)
  }

  /**
   * When webhooks of each rail came, when they should have and did not.
   *
   * A gateway sends an event for each payment that it creates. A rail is quiet
   * since the first payment that was started after the last genuine webhook
   * (or, where none ever came, since we watch) and is older than 5 minutes:
   * there has been something to tell, and nothing was heard. A rail on which
   * nobody pays is not quiet, however long nothing comes.
   */
  async health(): Promise<AdminWebhookHealth[]> {
    const { general } = await this.parts.settings()
    const states = await this.parts.repository.readWebhookStates()
    const now = this.#now()
    return await Promise.all(
      RAILS.map(async (rail) => {
        const state = states.find((each) => each.rail === rail)
        const heardAt = state?.last_received_at ?? state?.created_at
        const quietSince = heardAt
          ? await this.parts.repository.firstStarted(rail, {
              after: new Date(heardAt.getTime() + SLACK_MS),
              before: new Date(now - QUIET_AFTER_MS),
            })
          : null
        return {
          rail,
          url: general.ok ? webhookUrl(general.value.backendUrl, rail) : null,
          watched_since: iso(state?.created_at),
          last_received_at: iso(state?.last_received_at),
          last_rejected_at: iso(state?.last_rejected_at),
          last_rejected_reason: state?.last_rejected_reason ?? null,
          quiet_since: iso(quietSince),
        }
      })
    )
  }

  #warn(error: unknown): void {
    this.parts.logger.warn(
      `Stablecoin payments: that webhooks came could not be noted: ${String(error)}`
    )
  }
}

/** Where the gateway sends a rail's webhooks. */
export function webhookUrl(backendUrl: string, rail: Rail): string {
  return `${backendUrl}/hooks/stablecoin/${rail}`
}

function iso(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null
}
