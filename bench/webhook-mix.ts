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

/** What gateways send: in turn an event that nobody has seen, one that came before, and one of another shop's order. */
export type Mix = { next(): Shot }

/** Starts payments at a store, and gives their webhooks. */
export async function mixOf(store: BenchStore): Promise<Mix> {
  const shopper = new Shopper(store.url, store.seeded)
  const ids: string[] = []
  while (ids.length < PAYMENTS) {
    const cart = await shopper.fillCart()
    const session = await shopper.startSession(cart, PROVIDERS.hosted)
    ids.push(String(session.data.payment_id))
  }
  await store.sandbox.settled()
  const events = ids.map((id) => createdEvent(store, id))
  const secret = webhookSecret(store, "hosted")
  let count = 0
  let last = ""
  return {
    next: () => {
      count += 1
      const event = events[count % events.length] ?? ""
      // Numbered, so that no two bodies are alike.
      const body =
        count % 3 === 1
          ? (last = event.replace(/}$/, `,"delivery":${count}}`))
          : count % 3 === 2
            ? last
            : foreign(event, count)
      return {
        path: WEBHOOK_PATHS.hosted[0],
        headers: {
          "content-type": "application/json",
          [SIGNATURE_HEADERS.hosted]: sign(body, secret),
        },
        body,
      }
    },
  }
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
