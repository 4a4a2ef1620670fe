import { clientOf } from "./client-of"

/** Limit per process: anyone with the publishable key can open streams. */
const MAX_OPEN = 5_000
/** Limit per session, enough for a buyer's tabs and devices. */
const MAX_PER_SESSION = 20
/** Limit per client address, which many buyers may share. */
const MAX_PER_CLIENT = 200

/** The limit that rejected a stream. */
export type StreamLimit = "process" | "session" | "client"

/** Streams of this process since it started. */
export type StreamCounts = {
  open: number
  refused: number
  /** When the last one was rejected, in ISO 8601. */
  last_refused_at: string | null
}

/**
 * Limits the open streams of this process, in total, per session and per client
 * address.
 */
export class StreamSlots {
  #open = 0
  #refused = 0
  #lastRefusedAt: Date | null = null
  readonly #perSession = new Counter()
  readonly #perClient = new Counter()

  /** @param onRefused called for each rejected stream, with the limit */
  constructor(private readonly onRefused?: (limit: StreamLimit) => void) {}

  /**
   * Takes a slot for a stream of an existing session.
   *
   * @param address the client's, from `req.ip`
   * @returns the function that frees the slot, or null when a limit is reached
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

/** Counts by name, without names whose count is 0. */
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
