import { request } from "./connection.ts"
import type { StoreConnection } from "./types.ts"
import { wait } from "./wait.ts"

const TRIES = 3

/**
 * Reads the order of a paid payment. Retries, because a network error must not
 * look like a failed payment.
 */
export async function readOrder<T>(
  store: StoreConnection,
  id: string,
  signal?: AbortSignal
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const path = `/store/orders/${encodeURIComponent(id)}`
      return (await request<{ order: T }>(store, path, { signal })).order
    } catch (error) {
      signal?.throwIfAborted()
      if (tries >= TRIES) {
        throw error
      }
      await wait(tries * 1_000, signal)
    }
  }
}
