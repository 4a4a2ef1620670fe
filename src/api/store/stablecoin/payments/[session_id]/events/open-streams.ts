import { clientOf } from "./client-of"
import type { EventStream } from "./event-stream"

/** Whoever has the publishable key may open streams: they must not cost a process its life. */
const MOST = 5_000
/** A buyer has some tabs and devices: one session must not take everybody's place. */
const MOST_OF_ONE_SESSION = 20
/** Many buyers may share an address, and none of them may take all places. */
const MOST_OF_ONE_CLIENT = 200

const LOOK_EVERY_MS = 1_000
const BEAT_EVERY_LOOKS = 15

/** The streams of this process, which share one timer. */
class OpenStreams {
  readonly #streams = new Set<EventStream>()
  readonly #ofSession = new Counter()
  readonly #ofClient = new Counter()
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  /**
   * @param address of the client, as Express tells it
   * @returns false when there are too many already
   */
  add(stream: EventStream, address: string | undefined): boolean {
    const { sessionId } = stream
    const client = clientOf(address)
    if (
      this.#streams.size >= MOST ||
      this.#ofSession.of(sessionId) >= MOST_OF_ONE_SESSION ||
      this.#ofClient.of(client) >= MOST_OF_ONE_CLIENT
    ) {
      return false
    }
    this.#streams.add(stream)
    this.#ofSession.change(sessionId, 1)
    this.#ofClient.change(client, 1)
    stream.onceClosed(() => this.#remove(stream, client))
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return true
  }

  #remove(stream: EventStream, client: string): void {
    this.#streams.delete(stream)
    this.#ofSession.change(stream.sessionId, -1)
    this.#ofClient.change(client, -1)
    if (this.#streams.size === 0 && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
    }
  }

  #look(): void {
    const now = Date.now()
    const isTimeToBeat = ++this.#looks % BEAT_EVERY_LOOKS === 0
    for (const stream of this.#streams) {
      stream.look(now)
      if (isTimeToBeat) {
        stream.beat()
      }
    }
  }
}

/** Streams by a name; names without any are forgotten. */
class Counter {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  change(name: string, by: 1 | -1): void {
    const count = this.of(name) + by
    if (count > 0) {
      this.#counts.set(name, count)
    } else {
      this.#counts.delete(name)
    }
  }
}

export const openStreams = new OpenStreams()
