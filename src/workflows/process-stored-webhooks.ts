import { container } from "@medusajs/framework"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { handleStoredWebhooks } from "../modules/stablecoin/service"
import { CoalescedTask } from "../shared/coalesced-task"
import { messageOf } from "../shared/message-of"
import { withTimeout } from "../shared/with-timeout"
import { applyClaimedWebhookEvent, roomToSettle, settlesEnded } from "./enqueue"
import { processWebhookEvents } from "./reconcile-payments/process-webhook-events"

/**
 * Time that a shutdown waits for orders: less than container runtimes allow (10
 * seconds, before SIGKILL).
 */
const END_MS = 5_000

/**
 * Processes webhooks that the receiver or a process that died has stored, until
 * none is due. All processes of a store share them by their claims. They use
 * the queues of webhooks that this process receives, and so do not add to its
 * database connections.
 */
class StoredWebhooksWorker {
  readonly #task = new CoalescedTask(async () => await this.#run())
  #isEnding = false
  #stopWaiting: () => void = () => {}
  #hasFailed = false

  wake(): void {
    this.#isEnding = false
    this.#task.wake()
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#stopWaiting()
    const ended = this.#task.idle().then(settlesEnded)
    await withTimeout(ended, END_MS, () => undefined)
  }

  async #run(): Promise<void> {
    const ends = new Promise<void>((resolve) => (this.#stopWaiting = resolve))
    try {
      const { webhookEvents } = container.resolve(STABLECOIN_MODULE)
      await processWebhookEvents({
        webhookEvents,
        ready: async () => await Promise.race([roomToSettle(), ends]),
        processEvent: async (id) => {
          await applyClaimedWebhookEvent(container, id)
          return true
        },
        isOver: () => this.#isEnding,
      })
      this.#hasFailed = false
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
          `Stablecoin payments: stored webhooks could not be processed now, and are left to the job: ${messageOf(error)}`
        )
    }
  }
}

const worker = new StoredWebhooksWorker()

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
