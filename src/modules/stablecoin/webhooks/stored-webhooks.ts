import type { Listener } from "../listener"
import { WEBHOOK_CHANNEL } from "../repository/channels"

/** Processes due webhooks in this process, in the layer above the module. */
export type StoredWebhooksHandler = {
  /** Processes all due webhooks. Called at any time, also while it runs. */
  wake(): void
  /** Finishes the webhooks and payments in hand. */
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

/**
 * Wakes the handler at the start of the store, and when another process has
 * stored webhooks that it does not process. The job is its safety net.
 */
export class StoredWebhooks {
  #unsubscribe: (() => Promise<void>) | null = null

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
  }

  async end(): Promise<void> {
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = null
    if (unsubscribe) {
      await unsubscribe()
      await registered.handler?.end()
    }
  }
}
