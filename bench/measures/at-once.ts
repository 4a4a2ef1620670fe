import { compareRecords } from "../../harness/records/compare"
import { readRecords } from "../../harness/records/read-records"
import { waitFor } from "../../harness/wait-for"
import type { Cart } from "../../harness/shop/shopper"
import type { Rail } from "../../src/ledger"
import type { Measure, Row } from "../measure"
import { buyersOf, type Purchase, startPurchase } from "../purchases"
import type { BuiltStore } from "../../harness/built-store/built-store"

/**
 * Concurrent starters of payments. Each starts its next one when the last has
 * started.
 */
const STARTING: readonly Rail[] = ["hosted", "onchain", "hosted", "onchain"]
const TIMEOUT_MS = 300_000

type Outcome = { orders: number; captures: number; wrong: number }
type Timings = { answered: number; recorded: number; settled: number }

/** The first minute of a sale: all buyers pay concurrently. */
export const atOnce: Measure = {
  name: "at-once",
  run: async (context) => {
    const store = await context.store()
    const count = context.quick ? 12 : 200
    context.say(
      `Starting ${count} purchases, which are then paid concurrently.`
    )
    const purchases = await startPurchases(store, count)
    await store.call("logged")
    const timings = await payAll(store, purchases)
    await store.call("idle")
    const outcome = await outcomeOf(store, purchases)
    return rowsOf(count, outcome, await store.call("logged"), timings)
  },
}

async function startPurchases(
  store: BuiltStore,
  count: number
): Promise<Purchase[]> {
  const buyers = await buyersOf(store)
  const purchases: Purchase[] = []
  try {
    const carts: Cart[] = []
    while (carts.length < count) {
      carts.push(await buyers.shopper.fillCart())
    }
    const start = async (rail: Rail): Promise<void> => {
      for (let cart = carts.pop(); cart; cart = carts.pop()) {
        purchases.push(await startPurchase(buyers, cart, rail))
      }
    }
    await Promise.all(STARTING.map(start))
  } finally {
    await buyers.close()
  }
  await store.sandbox.settled()
  await store.call("idle")
  return purchases
}

/**
 * @returns milliseconds until all webhooks were answered, all payments were in
 *   the ledger, and all orders were recorded with them
 */
async function payAll(
  { sandbox, db }: BuiltStore,
  purchases: readonly Purchase[]
): Promise<Timings> {
  const ids = purchases.map(({ payment_id }) => payment_id)
  const began = performance.now()
  const passed = (): number => performance.now() - began
  const until = async (what: string, condition: string): Promise<number> => {
    const isDone = async (): Promise<boolean> => {
      const { left } = await db.one<{ left: number }>(
        `SELECT count(*)::int AS left
         FROM stablecoin_payment JOIN stablecoin_schedule ON payment_id = id
         WHERE id = ANY($1) AND NOT (${condition})`,
        [ids]
      )
      return left === 0
    }
    await waitFor(what, isDone, { timeoutMs: TIMEOUT_MS })
    return passed()
  }
  await Promise.all(ids.map(async (orderNo) => await sandbox.pay({ orderNo })))
  await sandbox.settled()
  const answered = passed()
  return {
    answered,
    recorded: await until("all to be in the ledger", "status = 'paid'"),
    settled: await until(
      "all to be settled",
      "order_id IS NOT NULL AND next_reconcile_at IS NULL"
    ),
  }
}

/**
 * Counts from Medusa's own tables, and a comparison of all three records per
 * payment.
 */
async function outcomeOf(
  { sandbox, db }: BuiltStore,
  purchases: readonly Purchase[]
): Promise<Outcome> {
  const ids = new Set(purchases.map(({ payment_id }) => payment_id))
  const verdicts = compareRecords(await readRecords(sandbox, db))
  const ordered = verdicts.filter(
    ({ payment_id, verdict }) => ids.has(payment_id) && verdict === "ordered"
  )
  const { orders, captures } = await db.one<{
    orders: number
    captures: number
  }>(
    `SELECT
       (SELECT count(*)::int FROM order_cart WHERE cart_id = ANY($1)) AS orders,
       (SELECT count(*)::int FROM capture JOIN payment
         ON payment.id = capture.payment_id
         WHERE payment.payment_session_id = ANY($2)) AS captures`,
    [
      purchases.map(({ cart }) => cart.id),
      purchases.map(({ session_id }) => session_id),
    ]
  )
  return { orders, captures, wrong: ids.size - ordered.length }
}

function rowsOf(
  count: number,
  { orders, captures, wrong }: Outcome,
  logged: readonly string[],
  { answered, recorded, settled }: Timings
): Row[] {
  const exactly = (what: string, ours: number, value: number): Row => ({
    what,
    ours: { value: ours, unit: "" },
    reference: null,
    goal: { kind: "count", is: "exactly", value },
  })
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  return [
    {
      ...exactly(`${count} paid at once on both rails: orders`, orders, count),
      note: `All webhooks were answered after ${seconds(answered)} s, all were in the ledger after ${seconds(recorded)} s, and all orders were placed and recorded after ${seconds(settled)} s.`,
    },
    exactly("the same: captures", captures, count),
    {
      ...exactly("the same: payments without one of each", wrong, 0),
      note: "By the records of the gateway, the ledger and Medusa: one capture of the whole amount, on one order that no other payment covers.",
    },
    {
      ...exactly(
        "the same: lock timeouts, failures, warnings in the log",
        logged.length,
        0
      ),
      ...(logged[0] ? { note: `The first: ${logged[0]}` } : {}),
    },
  ]
}
