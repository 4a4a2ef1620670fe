import type { StorePaymentResponse } from "../http-types/store.ts"
import { StablecoinStoreError } from "./errors.ts"
import { paymentEvents } from "./payment-events.ts"
import { paymentPath, readPayment, watchedPayment } from "./payment-state.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"
import { jitter, wait } from "./wait.ts"

export type WatchOptions = {
  /** Stops watching. Its reason is thrown. */
  signal?: AbortSignal
  /**
   * The polling interval when events are not available, in milliseconds.
   * Default 4,000.
   */
  pollMs?: number
}

/** A stream that lived longer is reopened without backoff. */
const GOOD_STREAM_MS = 20_000
const SHORT_STREAMS_ALLOWED = 3
const RETRY_MS = 1_000
/** How long to poll before the stream is tried again. */
const POLLING_MS = 60_000
/** For a store that keeps failing. With jitter at most a minute. */
const LONGEST_PAUSE_MS = 40_000
/**
 * Caps `Retry-After`: a proxy may ask for an hour after a restart of seconds,
 * while a buyer waits.
 */
const LONGEST_REST_MS = 120_000
/** For a store that never answered yet. */
const FAILURES_ALLOWED = 3

/**
 * Yields the payment's current state, then each change, until its final state.
 * When another payment of the same cart replaces it, that one is watched and
 * `session_id` changes. It may come from another tab, or from another way to
 * pay.
 *
 * Reads the store's event stream, and reopens it when it breaks. Polls when no
 * stream is available.
 *
 * A store that starts to fail is retried with backoff, up to once a minute and
 * not before its `Retry-After`, until it answers. For a store that never
 * answered, the third failure is thrown. Leaving the loop ends the request, and
 * so does the signal at any time.
 *
 * @throws StablecoinStoreError when the store rejects the request (404: no such
 * payment), or never answered
 * @throws the signal's reason when it is aborted
 */
export async function* watchPayment(
  store: StoreConnection,
  session_id: string,
  { signal, pollMs = 4_000 }: WatchOptions = {}
): AsyncGenerator<WatchedPayment, void, undefined> {
  let known: string | undefined
  const changesPayment = (payment: WatchedPayment): boolean =>
    known !==
    (known = JSON.stringify({ ...payment, clock_offset_ms: undefined }))

  let session = session_id
  let lastEventId: string | undefined
  let shortStreams = 0
  let failures = 0
  watching: for (;;) {
    const opened = Date.now()
    let streamAt = 0
    let retryMs: number | undefined
    try {
      for await (const { events, retry } of paymentEvents(
        store,
        `${paymentPath(session)}/events`,
        { lastEventId, signal }
      )) {
        retryMs = retry ?? RETRY_MS
        for (const { event, data, id } of events) {
          if (event === "payment") {
            const payment = watchedPayment(
              JSON.parse(data) as StorePaymentResponse
            )
            if (payment.replaced_by) {
              session = payment.replaced_by
              lastEventId = undefined
              continue watching
            }
            lastEventId = id
            if (changesPayment(payment)) {
              yield payment
            }
            if (payment.final) {
              return
            }
          }
        }
      }
    } catch (error) {
      signal?.throwIfAborted()
      streamAt = Date.now() + (retryAfterOf(error) ?? 0)
    }
    shortStreams = Date.now() - opened > GOOD_STREAM_MS ? 0 : shortStreams + 1
    if (retryMs !== undefined && shortStreams < SHORT_STREAMS_ALLOWED) {
      await wait(jitter(retryMs * 2 ** shortStreams), signal)
      continue
    }

    const until = Math.max(streamAt, Date.now() + jitter(POLLING_MS))
    // No stream is opened while the state can't be read.
    while (failures || Date.now() < until) {
      let pause = jitter(pollMs)
      try {
        const payment = await readPayment(store, session, signal)
        session = payment.session_id
        const isBack = failures > 0
        failures = 0
        if (changesPayment(payment)) {
          yield payment
        }
        if (payment.final) {
          return
        }
        if (isBack && Date.now() >= streamAt) {
          break
        }
      } catch (error) {
        signal?.throwIfAborted()
        failures++
        if (isRefusal(error) || (!known && failures >= FAILURES_ALLOWED)) {
          throw error
        }
        pause = Math.max(
          jitter(backOff(pollMs, failures)),
          pause + Math.min(retryAfterOf(error) ?? 0, LONGEST_REST_MS)
        )
      }
      await wait(pause, signal)
    }
  }
}

/** Doubles the pause with each consecutive failure. */
function backOff(ms: number, failures: number): number {
  return Math.max(ms, Math.min(ms * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}

function retryAfterOf(error: unknown): number | undefined {
  return error instanceof StablecoinStoreError ? error.retryAfterMs : undefined
}

/** Whether the store's rejection is final, as opposed to "not now". */
function isRefusal(error: unknown): boolean {
  const status = (error instanceof StablecoinStoreError && error.status) || 0
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
