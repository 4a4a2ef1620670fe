import { randomBytes } from "node:crypto"
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
  const secret = webhookSecret(store, "hosted")
  let count = 0
  let last = created(ids[0] ?? "", count)
  return {
    next: () => {
      count += 1
      const [kind, turn] = [count % 3, Math.floor(count / 3)]
      const ours = ids[turn % ids.length] ?? ""
      const body =
        kind === 1
          ? (last = created(ours, count))
          : kind === 2
            ? last
            : created(`order-${randomBytes(8).toString("hex")}`, count)
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

/** A body of the contract's envelope, and no two alike. */
function created(orderNo: string, number: number): string {
  return JSON.stringify({
    event: "transaction.created",
    payload: {
      transaction_id: `txn_${orderNo}`,
      order_no: orderNo,
      amount: "12.50",
      currency: "USDT",
      status: "pending",
      metadata: { attempt: number },
      timestamp: new Date().toISOString(),
    },
  })
}
