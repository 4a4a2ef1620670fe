import { once } from "node:events"
import { Agent, get, type IncomingMessage } from "node:http"
import type { SeededStore } from "../harness/store/seed"
import { eventsUrl } from "../harness/shop/payment-events"

const CONCURRENCY = 50

type Listener = {
  answer: IncomingMessage
  received: string
  onText: () => void
}

/** Waiting storefronts, one per session. */
export class EventListeners {
  readonly #listeners = new Map<string, Listener>()
  readonly #agent = new Agent({ maxSockets: Infinity })
  #opened = 0

  /** Opens a stream per session and waits for each one's first event. */
  static async open(
    url: string,
    store: SeededStore,
    sessions: readonly string[]
  ): Promise<EventListeners> {
    const listeners = new EventListeners()
    for (let from = 0; from < sessions.length; from += CONCURRENCY) {
      await Promise.all(
        sessions
          .slice(from, from + CONCURRENCY)
          .map(async (session) => await listeners.#open(url, store, session))
      )
    }
    return listeners
  }

  /**
   * Waits until the stream of a session receives a text.
   *
   * @returns the time by `performance.now()`
   */
  async received(session: string, text: string): Promise<number> {
    await this.#waitFor(session, text)
    return performance.now()
  }

  async close(): Promise<void> {
    const closed = [...this.#listeners.values()].map(async ({ answer }) => {
      if (!answer.closed) {
        answer.destroy()
        await once(answer, "close")
      }
    })
    await Promise.all(closed)
    this.#agent.destroy()
  }

  async #open(url: string, store: SeededStore, session: string): Promise<void> {
    const request = get(eventsUrl(url, session), {
      agent: this.#agent,
      headers: {
        "x-publishable-api-key": store.publishable_key,
        // Different addresses, as behind a proxy.
        "x-forwarded-for": `10.0.${this.#opened >> 8}.${this.#opened++ & 255}`,
      },
    })
    const [answer] = (await once(request, "response")) as [IncomingMessage]
    if (answer.statusCode !== 200) {
      throw new Error(`A stream was answered ${answer.statusCode}.`)
    }
    const listener: Listener = { answer, received: "", onText: () => {} }
    this.#listeners.set(session, listener)
    answer.on("error", () => {})
    answer.setEncoding("utf8").on("data", (text: string) => {
      listener.received += text
      listener.onText()
    })
    await this.#waitFor(session, "event: payment")
  }

  async #waitFor(session: string, text: string): Promise<void> {
    const listener = this.#listeners.get(session)
    if (!listener) {
      throw new Error(`No stream is open for session ${session}.`)
    }
    await new Promise<void>((resolve) => {
      listener.onText = () => {
        if (listener.received.includes(text)) {
          resolve()
        }
      }
      listener.onText()
    })
  }
}
