import type { EventStream } from "./event-stream"

/** Whoever has the publishable key may open streams: they must not cost a process its life. */
const MOST = 5_000

const LOOK_EVERY_MS = 1_000
const BEAT_EVERY_LOOKS = 15

/** The streams of this process, which share one timer. */
class OpenStreams {
  readonly #streams = new Set<EventStream>()
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  /** @returns false when there are too many already */
  add(stream: EventStream): boolean {
    if (this.#streams.size >= MOST) {
      return false
    }
    this.#streams.add(stream)
    stream.onceClosed(() => this.#remove(stream))
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return true
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream)
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
