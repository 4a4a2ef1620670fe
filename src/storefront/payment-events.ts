import { openStream } from "./connection.ts"
import { timeoutSignal } from "./timeout-signal.ts"
import { type ServerEvent, serverEventParser } from "./sse.ts"
import type { StoreConnection } from "./types.ts"

/** A stream that says nothing for so long at its start is held back by a proxy. */
const FIRST_BYTE_MS = 4_000
/** The store's heartbeat comes every 15 seconds: one that is silent for longer is dead. */
const SILENCE_MS = 40_000

export type EventPiece = { events: ServerEvent[]; retry: number | undefined }

/**
 * The events of a stream, piece by piece as they come; a heartbeat is a piece
 * without events. Ends with the stream.
 *
 * @throws whatever broke it: a refusal, the network, silence, an answer that is no stream
 */
export async function* paymentEvents(
  store: StoreConnection,
  path: string,
  { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal }
): AsyncGenerator<EventPiece, void, undefined> {
  const asked = timeoutSignal(signal)
  try {
    asked.within(FIRST_BYTE_MS)
    const { headers, body } = await openStream(store, path, {
      signal: asked.signal,
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
      // Whoever takes their time with an event is not to blame the store for it.
      asked.within()
      const events = parser.feed(decoder.decode(value, { stream: true }))
      yield { events, retry: parser.retry }
      asked.within(SILENCE_MS)
    }
  } finally {
    asked.end()
  }
}
