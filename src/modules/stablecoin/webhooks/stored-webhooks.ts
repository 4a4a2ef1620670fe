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

/** A buyer may wait for the order. A wake that finds nothing is one read. */
const EVERY_MS = 1_000

/**
 * Wakes the handler each second, for webhooks that are due again, and for those
 * that their process has left.
 */
export class StoredWebhooks {
  #timer: NodeJS.Timeout | null = null

  /** Starts with the store. Only in a process with a handler. */
  begin(): void {
    const { handler } = registered
    if (handler) {
      handler.wake()
      this.#timer = setInterval(() => handler.wake(), EVERY_MS).unref()
    }
  }

  async end(): Promise<void> {
    if (this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
      await registered.handler?.end()
    }
  }
}
