import { setTimeout as rest } from "node:timers/promises"
import { Batcher } from "../../../shared/batcher"
import type {
  ReceivedWebhookEvent,
  StoredWebhookEvent,
} from "../repository/webhook-events/webhook-events"
import type { ArrivedWebhookEvent } from "./triage"

/** A few megabytes of the largest bodies. */
const STORED_AT_ONCE = 64
const SORTED_AT_ONCE = 500
/** Batch size from which a burst is assumed. */
const BURST = 4
const BURST_GATHERS_MS = 2
/** Batching interval during a burst: larger batches need fewer statements. */
const BURST_SORTED_EVERY_MS = 250
/** Time after which a short statement counts as blocked. */
const STUCK_AFTER_MS = 500
/** Further webhooks are rejected, so that the gateway sends them again. */
const STORED_LATER = 1_000
/** Further webhooks are left to the job. */
const SORTED_LATER = 1_000

/** Batches this process's webhooks, to store and then to triage them. */
export class WebhookBatches {
  /** Concurrent webhooks share a statement and its commit. */
  readonly #arriving = new Batcher<ReceivedWebhookEvent, StoredWebhookEvent>({
    maxBatchSize: STORED_AT_ONCE,
    run: async (received) => await this.run.store(received),
    maxQueued: STORED_LATER,
    timeoutMs: STUCK_AFTER_MS,
    // Like PostgreSQL's commit_delay: after several concurrent webhooks, more
    // are likely.
    pause: (last) => (last >= BURST ? rest(BURST_GATHERS_MS) : undefined),
  })
  /** Runs after the response, so it may wait for larger, cheaper batches. */
  readonly #sorting = new Batcher<ArrivedWebhookEvent, boolean>({
    maxBatchSize: SORTED_AT_ONCE,
    run: async (arrived) => await this.run.triage(arrived),
    maxQueued: SORTED_LATER,
    timeoutMs: STUCK_AFTER_MS,
    pause: (last) =>
      last < SORTED_AT_ONCE ? this.#pauseOfBurst(last) : undefined,
  })

  /** Reports of money don't wait for others, and rarely for each other. */
  readonly #money = new Batcher<ArrivedWebhookEvent, boolean>({
    maxBatchSize: SORTED_AT_ONCE,
    run: async (arrived) => await this.run.triage(arrived),
    maxQueued: SORTED_LATER,
    timeoutMs: STUCK_AFTER_MS,
  })

  constructor(
    private readonly run: {
      store(
        received: readonly ReceivedWebhookEvent[]
      ): Promise<PromiseSettledResult<StoredWebhookEvent>[]>
      triage(
        arrived: readonly ArrivedWebhookEvent[]
      ): Promise<PromiseSettledResult<boolean>[]>
      /** Called when a webhook is left to the job. */
      leave(): void
    }
  ) {}

  /** Webhooks that wait to be stored, and to be triaged. */
  get waiting(): { store_webhooks: number; sort_webhooks: number } {
    return {
      store_webhooks: this.#arriving.waiting,
      sort_webhooks: this.#sorting.waiting + this.#money.waiting,
    }
  }

  /** @throws when the webhook can't be stored, or too many wait */
  async store(received: ReceivedWebhookEvent): Promise<StoredWebhookEvent> {
    return await this.#arriving.add(received)
  }

  /**
   * @returns whether the webhook still has to be processed; false also if it
   * is left to the job, since too many wait
   */
  async triage(arrived: ArrivedWebhookEvent): Promise<boolean> {
    const batches =
      arrived.report.outcome === "paid" ? this.#money : this.#sorting
    const isToProcess = await batches.addUnlessFull(arrived, null)
    if (isToProcess === null) {
      this.run.leave()
    }
    return isToProcess ?? false
  }

  /**
   * Waits during a burst, which has many short gaps per second that don't end
   * it.
   */
  async #pauseOfBurst(last: number): Promise<void> {
    const longest = rest(BURST_SORTED_EVERY_MS)
    await (last < BURST
      ? Promise.race([this.#arriving.idle(), longest])
      : longest)
  }
}
