import { PROVIDERS } from "../demo/names"
import { Shopper } from "../demo/shopper"
import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../integration-tests/setup/webhooks"
import type { Shot } from "./load"
import type { BenchStore } from "./store/bench-store"

/** Open payments that the events are of. */
const PAYMENTS = 8

/**
 * What gateways send: in turn an event that nobody has seen, one that came
 * before, and one of another shop's order.
 */
export class Mix {
  readonly #secret: string
  #count = 0
  #bodies = 0
  #last = ""

  /** @param events of open payments, as {@link announcedEvents} gives them */
  constructor(
    store: BenchStore,
    private readonly events: readonly string[]
  ) {
    this.#secret = webhookSecret(store, "hosted")
  }

  /** How many different bodies it has given. */
  get bodies(): number {
    return this.#bodies
  }

  next(): Shot {
    const body = this.#nextBody()
    return {
      path: WEBHOOK_PATHS.hosted[0],
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADERS.hosted]: sign(body, this.#secret),
      },
      body,
    }
  }

  #nextBody(): string {
    this.#count += 1
    if (this.#count % 3 === 2) {
      return this.#last
    }
    this.#bodies += 1
    const event = this.events[this.#count % this.events.length] ?? ""
    // Numbered, so that no two bodies are alike.
    return this.#count % 3 === 1
      ? (this.#last = event.replace(/}$/, `,"delivery":${this.#count}}`))
      : foreign(event, this.#count)
  }
}

/** Starts payments at a store. @returns the gateway's own event of each one's creation */
export async function announcedEvents(store: BenchStore): Promise<string[]> {
  const shopper = new Shopper(store.url, store.seeded)
  const ids: string[] = []
  while (ids.length < PAYMENTS) {
    const cart = await shopper.fillCart()
    const session = await shopper.startSession(cart, PROVIDERS.hosted)
    ids.push(String(session.data.payment_id))
  }
  await store.sandbox.settled()
  return ids.map((id) => createdEvent(store, id))
}

/** The same of an order of another shop. */
function foreign(event: string, number: number): string {
  return event
    .replace(/stpay_\w+/g, `order-${number}`)
    .replace(/"transaction_id":"[^"]+"/, `"transaction_id":"foreign-${number}"`)
}

/** The gateway's own event of a payment's creation. */
function createdEvent({ sandbox }: BenchStore, id: string): string {
  const created = sandbox
    .deliveries()
    .find(
      ({ event, body }) => event === "transaction.created" && body.includes(id)
    )
  if (!created) {
    throw new Error(`The sandbox did not announce the payment ${id}.`)
  }
  return created.body
}
