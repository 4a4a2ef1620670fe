import { PROVIDERS } from "../harness/shop/names"
import { Shopper } from "../harness/shop/shopper"
import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../harness/gateway/webhooks"
import { type Rail, RAILS } from "../src/ledger"
import type { LoadRequest } from "./load"
import type { BuiltStore } from "../harness/built-store/built-store"

/** Open payments per rail that the events belong to. */
const PAYMENTS = 2
/**
 * Repeats lag this many new events behind, so that the first one is already on
 * disk and no longer in progress.
 */
const REPEAT_AFTER = 300

const CREATED: Record<Rail, string> = {
  hosted: "transaction.created",
  onchain: "payment_order.created",
}

/** A webhook's body and its rail. */
type Event = { rail: Rail; body: string }

/**
 * Webhooks that change nothing in the ledger. In turn: an unseen event, a
 * repeated one, and one of another shop's order.
 */
export class Mix {
  readonly #secrets: Record<Rail, string>
  readonly #recent: Event[] = []
  #count = 0
  #bodies = 0

  /** @param events of open payments */
  constructor(
    store: BuiltStore,
    private readonly events: readonly Event[]
  ) {
    this.#secrets = {
      hosted: webhookSecret(store, "hosted"),
      onchain: webhookSecret(store, "onchain"),
    }
  }

  /** Number of distinct bodies so far. */
  get bodies(): number {
    return this.#bodies
  }

  next(): LoadRequest {
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
    const repeat = this.#recent.length > REPEAT_AFTER && this.#count % 3 === 2
    return (repeat && this.#recent.shift()) || this.#newEvent()
  }

  #newEvent(): Event {
    const number = (this.#bodies += 1)
    // Unseen and foreign events alternate. Halving the number keeps each of
    // them from staying on one rail.
    const event = this.events[(number >> 1) % this.events.length]
    if (!event) {
      throw new Error("There is no event to send.")
    }
    const { rail, body } = event
    if (this.#count % 3 === 0) {
      return { rail, body: foreign(body, number) }
    }
    // Numbered, so that all bodies differ.
    const unseen = { rail, body: body.replace(/}$/, `,"webhook":${number}}`) }
    this.#recent.push(unseen)
    return unseen
  }
}

/**
 * One per side: a repeated event must have been sent to the same side before.
 */
export type Mixes = { ours: Mix; stock: Mix }

/** Starts payments at a store, and mixes their events. */
export async function mixesOf(store: BuiltStore): Promise<Mixes> {
  const events = await creationEvents(store)
  return { ours: new Mix(store, events), stock: new Mix(store, events) }
}

/** Starts payments. @returns the gateway's creation event of each */
async function creationEvents(store: BuiltStore): Promise<Event[]> {
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
      throw new Error(`The sandbox sent no creation event of payment ${id}.`)
    }
    return { rail, body: created.body }
  })
}

/** The same event for an order of another shop. */
function foreign(body: string, number: number): string {
  return body
    .replace(/stpay_\w+/g, `order-${number}`)
    .replace(/"(transaction_id|order_id)":"[^"]+"/g, `"$1":"foreign-${number}"`)
}
