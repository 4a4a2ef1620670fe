import type { StorePaymentResponse } from "./http-types.ts"
import { requestChanged, type Tagged } from "./connection.ts"
import { StablecoinStoreError } from "./errors.ts"
import { paymentPath, watchedPayment } from "./lists.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"
import { jitter, wait } from "./wait.ts"

export type WatchOptions = {
  /** Stops watching. Its reason is thrown. */
  signal?: AbortSignal
}

/** Until the store has said how often to poll. */
const POLL_MS = 4_000
/**
 * An unchanged state is read again after this time, since the store then wants
 * to be polled less often.
 */
const UNCHANGED_FOR_MS = 60_000
/** For a store that keeps failing. With jitter at most a minute. */
const LONGEST_PAUSE_MS = 48_000
/**
 * Caps `Retry-After`: a proxy may ask for an hour after a restart of seconds,
 * while a buyer waits.
 */
const LONGEST_REST_MS = 120_000
/** For a store that never answered yet. */
const FAILURES_ALLOWED = 3
/** Three minutes, in which a proxy may reject what the restarting store accepts. */
const REJECTIONS_ALLOWED = 8

/**
 * Yields the payment's current state, then each change, until its final state.
 * When another payment of the same cart replaces it, that one is watched and
 * `session_id` changes. It may come from another tab, or from another way to
 * pay.
 *
 * Polls as often as the store asks. A hidden page does not poll, and reads the
 * state at once when it is shown again.
 *
 * A store that starts to fail is retried with backoff, up to once a minute and
 * not before its `Retry-After`, until it answers. For a store that never
 * answered, the third failure is thrown, and a rejection (404: no such payment)
 * at once. Once a state was read, only the eighth rejection in a row is. Leaving
 * the loop ends the request, and so does the signal at any time.
 *
 * @throws StablecoinStoreError when the store rejects the request, or never
 * answered
 * @throws the signal's reason when it is aborted
 */
export async function* watchPayment(
  store: StoreConnection,
  session_id: string,
  { signal }: WatchOptions = {}
): AsyncGenerator<WatchedPayment, void, undefined> {
  let session = session_id
  let known: string | undefined
  let tag: string | null = null
  let readAt = 0
  let pollMs = POLL_MS
  let failures = 0
  let rejections = 0
  for (;;) {
    let pause: number
    try {
      if (Date.now() - readAt >= UNCHANGED_FOR_MS) {
        tag = null
      }
      const changed: Tagged<StorePaymentResponse> | null = await requestChanged(
        store,
        paymentPath(session),
        { tag, signal }
      )
      failures = rejections = 0
      if (changed) {
        const payment = watchedPayment(changed.body)
        if (payment.replaced_by) {
          session = payment.replaced_by
          tag = null
          continue
        }
        tag = changed.tag
        readAt = Date.now()
        pollMs = changed.body.poll_after || POLL_MS
        const state = JSON.stringify({ ...payment, clock_offset_ms: null })
        if (state !== known) {
          known = state
          yield payment
        }
        if (payment.final) {
          return
        }
      }
      pause = jitter(pollMs)
    } catch (error) {
      signal?.throwIfAborted()
      failures++
      rejections = isRejection(error) ? rejections + 1 : 0
      const isOver = known
        ? rejections >= REJECTIONS_ALLOWED
        : rejections > 0 || failures >= FAILURES_ALLOWED
      if (isOver) {
        throw error
      }
      const { retryAfterMs = 0 } = error as Partial<StablecoinStoreError>
      pause = Math.max(
        jitter(backOff(pollMs, failures)),
        jitter(pollMs) + Math.min(retryAfterMs, LONGEST_REST_MS)
      )
    }
    await wait(pause, signal, true)
  }
}

/** Doubles the pause with each consecutive failure. */
function backOff(ms: number, failures: number): number {
  return Math.max(ms, Math.min(ms * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}

/** As a store rejects a wrong key or session. A proxy answers some of these too. */
function isRejection(error: unknown): boolean {
  const status = (error instanceof StablecoinStoreError && error.status) || 0
  return [400, 401, 404].includes(status)
}
