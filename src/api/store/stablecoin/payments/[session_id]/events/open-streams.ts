import type { EventStream } from "./event-stream"

/** Whoever has the publishable key may open streams: they must not cost a process its life. */
const MOST = 5_000
/** A buyer has some tabs and devices: one session must not take everybody's place. */
const MOST_OF_ONE_SESSION = 20

const LOOK_EVERY_MS = 1_000
const BEAT_EVERY_LOOKS = 15

/** The streams of this process, which share one timer. */
class OpenStreams {
  readonly #streams = new Set<EventStream>()
  readonly #ofSession = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  /** @returns false when there are too many already */
  add(stream: EventStream): boolean {
    const ofSession = this.#ofSession.get(stream.sessionId) ?? 0
    if (this.#streams.size >= MOST || ofSession >= MOST_OF_ONE_SESSION) {
      return false
    }
    this.#streams.add(stream)
    this.#ofSession.set(stream.sessionId, ofSession + 1)
    stream.onceClosed(() => this.#remove(stream))
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return true
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream)
    const left = (this.#ofSession.get(stream.sessionId) ?? 1) - 1
    if (left > 0) {
      this.#ofSession.set(stream.sessionId, left)
    } else {
      this.#ofSession.delete(stream.sessionId)
    }
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

export const openStreams = new OpenStreams()
