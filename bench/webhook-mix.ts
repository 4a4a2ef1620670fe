import { PROVIDERS } from "../demo/names"
import { Shopper } from "../demo/shopper"
import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../integration-tests/setup/webhooks"
import { type Rail, RAILS } from "../src/ledger"
import type { Shot } from "./load"
import type { BenchStore } from "./store/bench-store"

/** Open payments of each rail that the events are of. */
const PAYMENTS = 2
/** What comes again came so many new ones ago: no longer beside them, and on disk for long. */
const AGAIN_AFTER = 300

const CREATED: Record<Rail, string> = {
  hosted: "transaction.created",
  onchain: "payment_order.created",
}

/** A webhook's body, and the rail that it is of. */
type Event = { rail: Rail; body: string }

/**
 * What gateways send, of which nothing is news to the ledger: in turn an event
 * that nobody has seen, one that came before, and one of another shop's order.
 */
export class Mix {
  readonly #secrets: Record<Rail, string>
  readonly #recent: Event[] = []
  #count = 0
  #bodies = 0

  /** @param events of open payments */
  constructor(
    store: BenchStore,
    private readonly events: readonly Event[]
  ) {
    this.#secrets = {
      hosted: webhookSecret(store, "hosted"),
      onchain: webhookSecret(store, "onchain"),
    }
  }

  /** How many different bodies it has given. */
  get bodies(): number {
    return this.#bodies
  }

  next(): Shot {
    const { rail, body } = this.#nextEvent()
    return {
      path: WEBHOOK_PATHS[rail][0],
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADERS[rail]]: sign(body, this.#secrets[rail]),
      },
      body,
    }
  }

  #nextEvent(): Event {
    this.#count += 1
    const again = this.#recent.length > AGAIN_AFTER && this.#count % 3 === 2
    return (again && this.#recent.shift()) || this.#newEvent()
  }

  #newEvent(): Event {
    const number = (this.#bodies += 1)
    // Unseen and foreign ones take turns: by halves, or each would be of one rail.
    const event = this.events[(number >> 1) % this.events.length]
    if (!event) {
      throw new Error("There is no event to send.")
    }
    const { rail, body } = event
    if (this.#count % 3 === 0) {
      return { rail, body: foreign(body, number) }
    }
    // Numbered, so that no two bodies are alike.
    const unseen = { rail, body: body.replace(/}$/, `,"webhook":${number}}`) }
    this.#recent.push(unseen)
    return unseen
  }
}

/** One for each side: what comes again must have come there before. */
export type Mixes = { ours: Mix; stock: Mix }

/** Starts payments at a store, and mixes their events. */
export async function mixesOf(store: BenchStore): Promise<Mixes> {
  const events = await announcedEvents(store)
  return { ours: new Mix(store, events), stock: new Mix(store, events) }
}

/** Starts payments. @returns the gateway's own event of each one's creation */
async function announcedEvents(store: BenchStore): Promise<Event[]> {
  const shopper = new Shopper(store.url, store.seeded)
  const started: { rail: Rail; id: string }[] = []
  for (let payment = 0; payment < PAYMENTS; payment++) {
    for (const rail of RAILS) {
      const cart = await shopper.fillCart()
      const session = await shopper.startSession(cart, PROVIDERS[rail])
      started.push({ rail, id: String(session.data.payment_id) })
    }
  }
  await store.sandbox.settled()
  return started.map(({ rail, id }) => {
    const created = store.sandbox
      .webhooks()
      .find(({ event, body }) => event === CREATED[rail] && body.includes(id))
    if (!created) {
      throw new Error(`The sandbox did not announce the payment ${id}.`)
    }
    return { rail, body: created.body }
  })
}

/** The same of an order of another shop. */
function foreign(body: string, number: number): string {
  return body
    .replace(/stpay_\w+/g, `order-${number}`)
    .replace(/"(transaction_id|order_id)":"[^"]+"/g, `"$1":"foreign-${number}"`)
}
