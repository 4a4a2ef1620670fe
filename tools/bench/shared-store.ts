import type { BuiltStore } from "../harness/built-store/built-store"

/** The store that measures share. One that fails doesn't leave it to the next. */
export class SharedStore {
  #store: Promise<BuiltStore> | undefined

  constructor(private readonly start: () => Promise<BuiltStore>) {}

  /** The store, started on first use. */
  async get(): Promise<BuiltStore> {
    return await (this.#store ??= this.start())
  }

  /** Stops it, so that the next measure starts another one. */
  async discard(): Promise<void> {
    const store = this.#store
    this.#store = undefined
    try {
      await (await store)?.close()
    } catch {
      // It did not start, or has died: the failed measure reports why.
    }
  }
}
