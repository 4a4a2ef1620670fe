import type { EventStream } from "./event-stream"

const CHECK_EVERY_MS = 1_000
const HEARTBEAT_EVERY_CHECKS = 15

/** The open streams of this process, which share one timer. */
class OpenStreams {
  readonly #streams = new Set<EventStream>()
  #timer: NodeJS.Timeout | null = null
  #checks = 0

  add(stream: EventStream): void {
    this.#streams.add(stream)
    stream.onceClosed(() => this.#remove(stream))
    this.#timer ??= setInterval(() => this.#check(), CHECK_EVERY_MS).unref()
  }

  #remove(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size === 0 && this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
    }
  }

  #check(): void {
    const now = Date.now()
    const isHeartbeat = ++this.#checks % HEARTBEAT_EVERY_CHECKS === 0
    for (const stream of this.#streams) {
      stream.look(now)
      if (isHeartbeat) {
        stream.beat()
      }
    }
  }
}

export const openStreams = new OpenStreams()
