import { setTimeout as rest } from "node:timers/promises"
import { Batcher } from "../../../shared/batcher"
import type { ArrivedWebhookEvent } from "./triage"
import { BURST, STUCK_AFTER_MS } from "./webhook-acceptor"

const SORTED_AT_ONCE = 500
/** Batching interval during a burst: larger batches need fewer statements. */
const BURST_SORTED_EVERY_MS = 250
/** Further webhooks are left to the job. */
const SORTED_LATER = 1_000

/** Batches this process's stored webhooks, to triage them. */
export class TriageBatches {
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
      /** Resolves when no webhook waits to be stored. */
      stored(): Promise<void>
      triage(
        arrived: readonly ArrivedWebhookEvent[]
      ): Promise<PromiseSettledResult<boolean>[]>
      /** Called when a webhook is left to the job. */
      leave(): void
    }
  ) {}

  /** Number of webhooks that wait to be triaged. */
  get waiting(): number {
    return this.#sorting.waiting + this.#money.waiting
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
    await (last < BURST ? Promise.race([this.run.stored(), longest]) : longest)
  }
}
