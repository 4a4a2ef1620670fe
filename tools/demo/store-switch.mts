import type { DemoStore } from "./demo-store.mts"

/** Stops the store, and starts it again, as a deployment does. */
export class StoreSwitch {
  #isBusy = false

  /** @param say prints text immediately */
  constructor(
    private readonly store: DemoStore,
    private readonly say: (text: string) => void
  ) {}

  /** Ignored while the store stops or starts. */
  async press(): Promise<void> {
    if (this.#isBusy) {
      return
    }
    this.#isBusy = true
    await (this.store.process.url ? this.#stop() : this.#start())
    this.#isBusy = false
  }

  async #stop(): Promise<void> {
    this.say("  Stopping the store … ")
    await this.store.stop()
    this.say("it is down. Pay, then press Enter to start it.\n")
  }

  async #start(): Promise<void> {
    this.say("  Starting the store … ")
    try {
      await this.store.start()
      this.say("it is up, and places the orders that were paid.\n")
    } catch {
      // The demo ends with the store's log.
    }
  }
}
