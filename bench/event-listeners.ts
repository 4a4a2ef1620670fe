import { once } from "node:events"
import { Agent, get, type IncomingMessage } from "node:http"
import type { SeededStore } from "../demo/seed-store"
import { eventsUrl } from "../integration-tests/setup/store/payment-events"

const AT_ONCE = 50

type Tab = { answer: IncomingMessage; heard: string; onHeard: () => void }

/** Waiting storefronts, one per session. */
export class Tabs {
  readonly #tabs = new Map<string, Tab>()
  readonly #agent = new Agent({ maxSockets: Infinity })
  #opened = 0

  /** Opens all of them and waits for each one's first event. */
  static async open(
    url: string,
    store: SeededStore,
    sessions: readonly string[]
  ): Promise<Tabs> {
    const tabs = new Tabs()
    for (let from = 0; from < sessions.length; from += AT_ONCE) {
      await Promise.all(
        sessions
          .slice(from, from + AT_ONCE)
          .map(async (session) => await tabs.#open(url, store, session))
      )
    }
    return tabs
  }

  /**
   * Waits until a tab receives a text. Returns the time by `performance.now()`.
   */
  async told(session: string, text: string): Promise<number> {
    await this.#hears(session, text)
    return performance.now()
  }

  async close(): Promise<void> {
    const closed = [...this.#tabs.values()].map(async ({ answer }) => {
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
    const tab: Tab = { answer, heard: "", onHeard: () => {} }
    this.#tabs.set(session, tab)
    answer.on("error", () => {})
    answer.setEncoding("utf8").on("data", (text: string) => {
      tab.heard += text
      tab.onHeard()
    })
    await this.#hears(session, "event: payment")
  }

  async #hears(session: string, text: string): Promise<void> {
    const tab = this.#tabs.get(session)
    if (!tab) {
      throw new Error(`No tab waits for ${session}.`)
    }
    await new Promise<void>((resolve) => {
      tab.onHeard = () => {
        if (tab.heard.includes(text)) {
          resolve()
        }
      }
      tab.onHeard()
    })
  }
}
