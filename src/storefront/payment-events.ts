import { openStream } from "./connection.ts"
import { timeoutSignal } from "./timeout-signal.ts"
import { type ServerEvent, serverEventParser } from "./sse.ts"
import type { StoreConnection } from "./types.ts"

/** A stream that is silent for longer at its start is buffered by a proxy. */
const FIRST_BYTE_MS = 4_000
/**
 * The store sends a heartbeat every 15 seconds. A longer silence means that the
 * connection is dead.
 */
const SILENCE_MS = 40_000

export type EventPiece = { events: ServerEvent[]; retry: number | undefined }

/**
 * Yields the events of a stream as they arrive, until it ends. A heartbeat is a
 * piece without events.
 *
 * @throws the reason why the stream broke: a rejection, the network, silence,
 * or a response that is not a stream
 */
export async function* paymentEvents(
  store: StoreConnection,
  path: string,
  { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal }
): AsyncGenerator<EventPiece, void, undefined> {
  const timeout = timeoutSignal(signal)
  try {
    timeout.within(FIRST_BYTE_MS)
    const { headers, body } = await openStream(store, path, {
      signal: timeout.signal,
      headers: lastEventId ? { "last-event-id": lastEventId } : {},
    })
    if (
      !body ||
      !headers.get("content-type")?.startsWith("text/event-stream")
    ) {
      throw new Error(`${path} is no stream`)
    }
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const parser = serverEventParser()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        return
      }
      // The timeout doesn't count the time that the caller needs for an event.
      timeout.within()
      const events = parser.feed(decoder.decode(value, { stream: true }))
      yield { events, retry: parser.retry }
      timeout.within(SILENCE_MS)
    }
  } finally {
    timeout.end()
  }
}
