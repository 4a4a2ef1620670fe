import type { StorePaymentResponse } from "../http-types/store.ts"
import { StablecoinStoreError } from "./errors.ts"
import { paymentEvents } from "./payment-events.ts"
import { paymentPath, readPayment, watchedPayment } from "./payment-state.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"
import { jitter, wait } from "./wait.ts"

export type WatchOptions = {
  /** Ends the watching; its reason is thrown. */
  signal?: AbortSignal
  /** How often to ask where events can't be had, in milliseconds. Default 4,000. */
  pollMs?: number
}

/** A stream that lived for so long was a good one: it is opened again at once. */
const GOOD_STREAM_MS = 20_000
const SHORT_STREAMS_ALLOWED = 3
const RETRY_MS = 1_000
/** How long to poll before events are tried again. */
const POLLING_MS = 60_000
/** Of a store that keeps failing: with jitter at most a minute. */
const LONGEST_PAUSE_MS = 40_000
/** A proxy may ask for an hour after a restart of seconds, and a buyer waits. */
const LONGEST_REST_MS = 120_000
/** Of a store that never answered yet. */
const FAILURES_ALLOWED = 3

/**
 * The payment as it is now, then each change, until its last state. Where
 * another payment of the same cart has taken its place (another tab, or another
 * way that was chosen since), that one is watched: `session_id` tells.
 *
 * Reads the store's events, and opens the stream again when it breaks; where
 * there is none to be had, it polls. A store that fails is asked ever less
 * often, up to once a minute and not before its `Retry-After`, until it
 * answers, unless it never answered at all. Leaving the loop ends the
 * request; so does the signal, also while nothing happens.
 *
 * @throws StablecoinStoreError when the store refuses (404: no such payment), or never answered
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
    // A store that can't even be read is not asked for a stream.
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

/** Doubles with each failure that follows another. */
function backOff(ms: number, failures: number): number {
  return Math.max(ms, Math.min(ms * 2 ** (failures - 1), LONGEST_PAUSE_MS))
}

function retryAfterOf(error: unknown): number | undefined {
  return error instanceof StablecoinStoreError ? error.retryAfterMs : undefined
}

/** The store's last word, as opposed to "not now". */
function isRefusal(error: unknown): boolean {
  const status = (error instanceof StablecoinStoreError && error.status) || 0
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
