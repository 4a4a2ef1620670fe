import { clientOf } from "./client-of"

/** Anyone with the publishable key can open streams: they must not use up the process. */
const MAX_OPEN = 5_000
/** A buyer has some tabs and devices; one session must not take every slot. */
const MAX_PER_SESSION = 20
/** Many buyers may share an address, and one address must not take every slot. */
const MAX_PER_CLIENT = 200

/** The limit that a stream was refused by. */
export type StreamLimit = "process" | "session" | "client"

/** Streams of this process since it started. */
export type StreamCounts = {
  open: number
  refused: number
  /** When the last one was refused, in ISO 8601. */
  last_refused_at: string | null
}

/** Limits the streams that this process has open, for each session and client address. */
export class StreamSlots {
  #open = 0
  #refused = 0
  #lastRefusedAt: Date | null = null
  readonly #perSession = new Counter()
  readonly #perClient = new Counter()

  /** @param onRefused told of each stream that is refused, with the limit */
  constructor(private readonly onRefused?: (limit: StreamLimit) => void) {}

  /**
   * Takes a slot for a stream of an existing session.
   *
   * @param address the client's, from `req.ip`
   * @returns the function that frees the slot, or null when the limit is reached
   */
  take(sessionId: string, address: string | undefined): (() => void) | null {
    const client = clientOf(address)
    const reached = this.#reachedLimit(sessionId, client)
    if (reached) {
      this.#refused++
      this.#lastRefusedAt = new Date()
      this.onRefused?.(reached)
      return null
    }
    this.#count(sessionId, client, 1)
    return () => this.#count(sessionId, client, -1)
  }

  get counts(): StreamCounts {
    return {
      open: this.#open,
      refused: this.#refused,
      last_refused_at: this.#lastRefusedAt?.toISOString() ?? null,
    }
  }

  #reachedLimit(sessionId: string, client: string): StreamLimit | null {
    if (this.#open >= MAX_OPEN) {
      return "process"
    }
    if (this.#perSession.get(sessionId) >= MAX_PER_SESSION) {
      return "session"
    }
    return this.#perClient.get(client) >= MAX_PER_CLIENT ? "client" : null
  }

  #count(sessionId: string, client: string, by: 1 | -1): void {
    this.#open += by
    this.#perSession.add(sessionId, by)
    this.#perClient.add(client, by)
  }
}

/** Counts by name, without the names whose count is 0. */
class Counter {
  readonly #counts = new Map<string, number>()

  get(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, by: 1 | -1): void {
    const count = this.get(name) + by
    if (count > 0) {
      this.#counts.set(name, count)
    } else {
      this.#counts.delete(name)
    }
  }
}
