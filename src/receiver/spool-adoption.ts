import { messageOf } from "../shared/message-of"
import type { Logger } from "./logger"
import type { Spool } from "./spool/spool"

/** How often the spools of dead processes are taken over. */
const ADOPTED_EVERY_MS = 10_000

/**
 * Takes over the spools of dead processes, also while the database is away: a
 * process that was replaced leaves its part, which counts towards the size of
 * the spool.
 */
export class SpoolAdoption {
  #adoptedAt = 0
  #hasFailed = false

  constructor(
    private readonly spool: Pick<Spool, "adopt" | "count">,
    private readonly logger: Pick<Logger, "error">
  ) {}

  /** Does so if it is time, and counts the webhooks. Never throws. */
  async run(ended: AbortSignal): Promise<void> {
    try {
      if (performance.now() - this.#adoptedAt >= ADOPTED_EVERY_MS) {
        this.#adoptedAt = performance.now()
        await this.spool.adopt()
        this.#hasFailed = false
      }
    } catch (error) {
      // Logged once: the next attempts most likely fail alike.
      if (!this.#hasFailed) {
        this.#hasFailed = true
        this.logger.error(
          `The spool of an earlier receiver could not be taken over: ${messageOf(error)}`
        )
      }
    }
    await this.spool.count(ended)
  }
}
