import { request } from "./connection.ts"
import type { StoreConnection } from "./types.ts"
import { wait } from "./wait.ts"

const TRIES = 3

/** The order of a payment that is paid: a hiccup of the network must not look like a failure of it. */
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
