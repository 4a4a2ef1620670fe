import { PROVIDERS } from "../harness/shop/names"
import { Shopper } from "../harness/shop/shopper"
import { type Rail, RAILS } from "../../src/ledger"
import type { LoadRequest } from "./load"
import type { BuiltStore } from "../harness/built-store/built-store"
import { creationEvent, ofOtherShop, WebhookRequests } from "./webhook-requests"

/** Open payments per rail that the events belong to. */
const PAYMENTS = 2
/**
 * Repeats lag this many new events behind, so that the first one is already on
 * disk and no longer in progress.
 */
const REPEAT_AFTER = 300

/** A webhook's body and its rail. */
export type Event = { rail: Rail; body: string }

/**
 * Webhooks that change nothing in the ledger. In turn: an unseen event, a
 * repeated one, and one of another shop's order.
 */
export class Mix {
  readonly #requests: WebhookRequests
  readonly #recent: Event[] = []
  #count = 0
  #bodies = 0

  /** @param events of open payments */
  constructor(
    store: BuiltStore,
    private readonly events: readonly Event[]
  ) {
    this.#requests = new WebhookRequests(store)
  }

  /** Number of distinct bodies so far. */
  get bodies(): number {
    return this.#bodies
  }

  next(): LoadRequest {
    const { rail, body } = this.#nextEvent()
    return this.#requests.of(rail, body)
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
      return { rail, body: ofOtherShop(body, number) }
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
    return { rail, body: creationEvent(store, id) }
  })
}
