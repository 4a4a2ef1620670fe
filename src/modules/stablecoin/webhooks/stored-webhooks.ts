import type { Listener } from "../listener"
import { WEBHOOK_CHANNEL } from "../repository/channels"
import { LEFT_TO_ONE_PROCESS_MS } from "../repository/webhook-events/webhook-events"

/** Processes due webhooks in this process, in the layer above the module. */
export type StoredWebhooksHandler = {
  /** Processes all due webhooks. Called at any time, also while it runs. */
  wake(): void
  /** Finishes or releases the webhooks and payments in hand. */
  end(): Promise<void>
}

const registered: { handler?: StoredWebhooksHandler } = {}

/**
 * Registers the handler of this process. The module can't import it: workflows
 * import the module.
 */
export function handleStoredWebhooks(handler: StoredWebhooksHandler): void {
  registered.handler = handler
}

/** Tolerance for the timer and for the clocks of other machines. */
const SLACK_MS = 1_000

/**
 * Wakes the handler when webhooks become due that no process is about to
 * process. The job is its safety net.
 */
export class StoredWebhooks {
  #unsubscribe: (() => Promise<void>) | null = null
  #grace: NodeJS.Timeout | null = null
  #isLeftSince = false

  constructor(private readonly listener: Pick<Listener, "subscribe">) {}

  /** Starts with the store. A process without a handler does not listen. */
  begin(): void {
    const { handler } = registered
    if (!handler) {
      return
    }
    this.#unsubscribe = this.listener.subscribe({
      channel: WEBHOOK_CHANNEL,
      onNotification: (of, schema) => {
        if (of === schema) {
          handler.wake()
        }
      },
      onListening: () => handler.wake(),
    })
    handler.wake()
    // A process that was killed just before may have left webhooks to process.
    this.leave()
  }

  /**
   * Wakes the handler once the webhooks are due that a process has left by now.
   */
  leave(): void {
    if (!this.#unsubscribe) {
      return
    }
    if (this.#grace) {
      this.#isLeftSince = true
      return
    }
    this.#isLeftSince = false
    this.#grace = setTimeout(() => {
      this.#grace = null
      registered.handler?.wake()
      if (this.#isLeftSince) {
        this.leave()
      }
    }, LEFT_TO_ONE_PROCESS_MS + SLACK_MS).unref()
  }

  async end(): Promise<void> {
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = null
    if (this.#grace) {
      clearTimeout(this.#grace)
      this.#grace = null
    }
    if (unsubscribe) {
      await unsubscribe()
      await registered.handler?.end()
    }
  }
}
