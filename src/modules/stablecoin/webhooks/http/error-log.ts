/**
 * A failure affects all webhooks received at the time, so it is logged at most
 * once a second.
 */
const LOG_EVERY_MS = 1_000

/** Logs errors of the webhook route, and drops those that follow closely. */
export class ErrorLog {
  #loggedAt = -Infinity

  log(logger: { error(message: string): void }, message: string): void {
    const now = performance.now()
    if (now - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = now
      logger.error(`Stablecoin payments: ${message}`)
    }
  }
}
