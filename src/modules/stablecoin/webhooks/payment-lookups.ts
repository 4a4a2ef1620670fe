import { setTimeout as rest } from "node:timers/promises"
import type { Logger } from "@medusajs/framework/types"
import type { Payment } from "../../../ledger"
import { Batcher } from "../../../shared/batcher"
import type { Repository } from "../repository"

/** A flood of made-up ids costs a process one query in this time. */
const QUERY_EVERY_MS = 1_000
/** Different ids in a query, and that wait for it. More are dropped. */
const IDS_AT_ONCE = 500
/** The next query does not wait longer for this one. */
const STUCK_AFTER_MS = 10_000

export type PaymentLookupsParts = {
  repository: Pick<Repository, "findNamedPayments">
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now: () => number
}

/**
 * Finds payments by ids that anyone may have made up. All ids of a second share
 * a query, so that made-up ones don't keep a real one from being found.
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

  /** How many ids wait for a query. */
  get waiting(): number {
    return this.#ids.waiting
  }

  /** @returns null also when too many wait already, or the query fails, which is logged */
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
      const payments = await repository.findNamedPayments([...ids], [])
      payments.forEach((payment) => found.set(payment.id, payment))
    } catch (error) {
      // Once for all of them: a flood must not fill the log.
      logger.warn(
        `Stablecoin payments: rejected webhooks could not be compared with their payments: ${String(error)}`
      )
    }
    return ids.map((id) => ({
      status: "fulfilled",
      value: found.get(id) ?? null,
    }))
  }

  #untilNextQuery(): Promise<unknown> | undefined {
    const ms = this.#queriedAt + QUERY_EVERY_MS - this.parts.now()
    // A store that shuts down does not wait: the gateway sends it again.
    return ms > 0 ? rest(ms, undefined, { ref: false }) : undefined
  }
}
