import { withTimeout } from "../../../shared/with-timeout"

/** Less than the time that others wait for the collection's lock. */
const READ_WITHIN_MS = 20_000
/** A read that fails after this delays its caller. */
const SLOW_AFTER_MS = 2_000
/** Time without reads of a chain after one that failed slowly. */
const RESTS_FOR_MS = 30_000

/**
 * Reads of chains while a payment's collection is locked. They end in time, and
 * a chain that does not answer delays few of them.
 */
export class ChainReads {
  readonly #restsUntil = new Map<string, number>()

  /** @returns null if it was not read, or not in time */
  async run<T extends { error: unknown }>(
    chain: string,
    read: () => Promise<T>
  ): Promise<T | null> {
    const startedAt = performance.now()
    if (startedAt < (this.#restsUntil.get(chain) ?? 0)) {
      return null
    }
    const result = await withTimeout(read(), READ_WITHIN_MS, () => null)
    const now = performance.now()
    if ((!result || result.error) && now - startedAt >= SLOW_AFTER_MS) {
      this.#restsUntil.set(chain, now + RESTS_FOR_MS)
    }
    return result
  }
}
