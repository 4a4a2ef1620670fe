import type { StorePaymentResponse } from "../../src/http-types/store"
import type { SeededStore } from "../store/seed"

/**
 * Far below the 15 s after which the stream re-reads everything, so only a
 * notification is fast enough.
 */
const TIMEOUT_MS = 5_000

export type PaymentEvent =
  | ({ event: "payment"; id: string } & StorePaymentResponse)
  | { event: "end"; reason: string }

/** The store whose streams are opened, and its publishable key. */
export type StreamedStore = {
  url: string
  seeded: Pick<SeededStore, "publishable_key">
}

/** A storefront's view of `…/events`, byte by byte as received. */
export class PaymentEvents {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ""

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController
  ) {
    this.#reader = response.body!.getReader()
  }

  static async open(
    { url, seeded }: StreamedStore,
    sessionId: string,
    headers: Record<string, string> = {}
  ): Promise<PaymentEvents> {
    const abort = new AbortController()
    const response = await fetch(eventsUrl(url, sessionId), {
      headers: { "x-publishable-api-key": seeded.publishable_key, ...headers },
      signal: abort.signal,
    })
    return new PaymentEvents(response, abort)
  }

  /**
   * The next event; null when the stream has ended. @throws after 5 s without
   * either
   */
  async next(): Promise<PaymentEvent | null> {
    const until = Date.now() + TIMEOUT_MS
    for (;;) {
      const [block, ...rest] = this.#text.split("\n\n")
      if (rest.length > 0) {
        this.#text = rest.join("\n\n")
        const event = parse(block!)
        if (event) {
          return event
        }
        continue
      }
      const { done, value } = await this.#read(until)
      if (done) {
        return null
      }
      this.#text += Buffer.from(value).toString()
    }
  }

  /** All events until the stream ends. */
  async rest(): Promise<PaymentEvent[]> {
    const events: PaymentEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) {
      events.push(event)
    }
    return events
  }

  /** Reads on until a state matches. */
  async payment(
    fits: (payment: StorePaymentResponse["payment"]) => boolean = () => true
  ): Promise<PaymentEvent & { event: "payment" }> {
    for (;;) {
      const event = await this.next()
      if (event?.event !== "payment") {
        throw new Error(`The stream ended: ${JSON.stringify(event)}`)
      }
      if (fits(event.payment)) {
        return event
      }
    }
  }

  close(): void {
    this.abort.abort()
  }

  async #read(until: number) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`No event arrived in ${TIMEOUT_MS} ms.`)),
        until - Date.now()
      )
    })
    try {
      return await Promise.race([this.#reader.read(), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

export function paymentUrl(url: string, sessionId: string): string {
  return `${url}/store/stablecoin/payments/${sessionId}`
}

export function eventsUrl(url: string, sessionId: string): string {
  return `${paymentUrl(url, sessionId)}/events`
}

function parse(block: string): PaymentEvent | null {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => {
      const [name, ...value] = line.split(": ")
      return [name, value.join(": ")]
    })
  )
  if (!fields.event) {
    return null
  }
  return {
    event: fields.event,
    ...(fields.id ? { id: fields.id } : {}),
    ...JSON.parse(fields.data ?? "{}"),
  } as PaymentEvent
}
