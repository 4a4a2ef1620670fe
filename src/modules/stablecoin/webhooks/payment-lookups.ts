import { setTimeout as rest } from "node:timers/promises"
import type { Logger } from "@medusajs/framework/types"
import type { Payment } from "../../../ledger"
import { Batcher } from "../../../shared/batcher"
import type { Repository } from "../repository"
import { messageOf } from "../../../shared/message-of"

/** Minimum time between two queries of a process, for a flood of forged ids. */
const QUERY_EVERY_MS = 1_000
/**
 * Maximum of different ids in a query, and of ids that wait. More are dropped.
 */
const IDS_AT_ONCE = 500
/** Time after which the next query no longer waits for this one. */
const STUCK_AFTER_MS = 10_000

export type PaymentLookupsParts = {
  repository: { payments: Pick<Repository["payments"], "findNamed"> }
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now: () => number
}

/**
 * Finds payments by unverified ids. All ids of a second share a query, so that
 * forged ids don't crowd out real ones.
 */
export class PaymentLookups {
  readonly #ids = new Batcher<string, Payment | null>({
    maxBatchSize: IDS_AT_ONCE,
    maxQueued: IDS_AT_ONCE,
    timeoutMs: STUCK_AFTER_MS,
    run: async (ids) => await this.#query(ids),
    pause: () => this.#untilNextQuery(),
  })
  readonly #waiting = new Map<string, Promise<Payment | null>>()
  #queriedAt = -Infinity

  constructor(private readonly parts: PaymentLookupsParts) {}

  /** Number of ids that wait for a query. */
  get waiting(): number {
    return this.#ids.waiting
  }

  /**
   * @returns null also when the queue is full, or when the query fails, which
   * is logged
   */
  find(id: string): Promise<Payment | null> {
    const waiting = this.#waiting.get(id)
    if (waiting) {
      return waiting
    }
    const found = this.#ids
      .addUnlessFull(id, null)
      .finally(() => this.#waiting.delete(id))
    this.#waiting.set(id, found)
    return found
  }

  async #query(
    ids: readonly string[]
  ): Promise<PromiseSettledResult<Payment | null>[]> {
    const { repository, logger, now } = this.parts
    this.#queriedAt = now()
    const found = new Map<string, Payment>()
    try {
      const payments = await repository.payments.findNamed([...ids], [])
      payments.forEach((payment) => found.set(payment.id, payment))
    } catch (error) {
      // Logged once per query: a flood must not fill the log.
      logger.warn(
        `Stablecoin payments: rejected webhooks could not be compared with their payments: ${messageOf(error)}`
      )
    }
    return ids.map((id) => ({
      status: "fulfilled",
      value: found.get(id) ?? null,
    }))
  }

  #untilNextQuery(): Promise<unknown> | undefined {
    const ms = this.#queriedAt + QUERY_EVERY_MS - this.parts.now()
    // A shutdown does not wait: the gateway sends the webhook again.
    return ms > 0 ? rest(ms, undefined, { ref: false }) : undefined
  }
}
