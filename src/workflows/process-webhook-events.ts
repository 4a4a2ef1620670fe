import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { handleStoredWebhooks } from "../modules/stablecoin/service"
import { messageOf } from "../shared/message-of"
import { TaskQueue } from "../shared/task-queue"
import { withTimeout } from "../shared/with-timeout"
import { enqueueSettle, settlesEnded } from "./enqueue"

/**
 * Time that a shutdown waits for orders: less than container runtimes allow (10
 * seconds, before SIGKILL).
 */
const END_MS = 5_000

/**
 * Processes the webhooks of the store, whichever process has stored them. All
 * processes share them by their claims.
 */
class WebhookWorker {
  /** Runs once at a time, and once more for all wakes meanwhile. */
  readonly #queue = new TaskQueue(1, 1)
  #isEnding = false
  #hasFailed = false

  wake(): void {
    this.#isEnding = false
    this.#queue.push("webhooks", async () => await this.#run())
  }

  /** First places the orders of webhooks that were answered. */
  async end(): Promise<void> {
    const ended = this.#queue.idle().then(settlesEnded)
    await withTimeout(ended, END_MS, () => undefined)
    this.#isEnding = true
  }

  async #run(): Promise<void> {
    try {
      const { webhookEvents } = container.resolve(STABLECOIN_MODULE)
      const processed = await webhookEvents.processDue({
        settle: (paymentId) => enqueueSettle(container, paymentId),
        failed: ({ error }) => this.#warnOnce(error),
        isOver: () => this.#isEnding,
      })
      this.#hasFailed &&= processed === 0
    } catch (error) {
      this.#warnOnce(error)
    }
  }

  /** Logs the first of several failures: all have the same cause. */
  #warnOnce(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: stored webhooks could not be processed now, and will be tried again: ${messageOf(error)}`
        )
    }
  }
}

const worker = new WebhookWorker()

/** Processes stored webhooks soon. They stay in the database until then. */
export function wakeWebhookEvents(): void {
  worker.wake()
}

/**
 * Makes this process process webhooks as soon as any process stores them.
 *
 * Called where Medusa loads what makes a process stay: `src/api` in server and
 * shared mode, `src/jobs` in worker and shared mode. Workflows and the module
 * are loaded by `medusa exec` and migration scripts too, which exit in the
 * middle of a payment.
 */
export function processStoredWebhooks(): void {
  handleStoredWebhooks(worker)
}
