import { postSigned } from "../../harness/gateway/webhooks"
import { waitFor } from "../../harness/wait-for"
import { mapConcurrent } from "../../../src/shared/map-concurrent"
import { exactly, type Measure, type Row } from "../measure"
import {
  buyersOf,
  type Paid,
  payAll,
  type Purchase,
  railOf,
  startAll,
} from "../purchases"
import { STUB } from "../stock-route"
import type { BuiltStore } from "../../harness/built-store/built-store"

/** Concurrent payments that the plugin settles. */
const SETTLED_AT_ONCE = 4
const TIMEOUT_MS = 300_000

type Outcome = { orders: number; captures: number }
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
    const buyers = await buyersOf(store)
    try {
      const direct = await startAll(buyers, count, () => STUB)
      const purchases = await payAll(
        store,
        await startAll(buyers, count, railOf)
      )
      // Half before and half after: the process becomes faster with time.
      const half = count / 2
      const before = await processDirectly(store, direct.slice(0, half))
      const timings = await sendAll(store, purchases)
      await store.call("idle")
      const outcome = await outcomeOf(store, purchases)
      const after = await processDirectly(store, direct.slice(half))
      const directMs = before + after
      return [
        ...rowsOf(count, outcome, timings),
        rateRow(count, timings.settled, directMs),
      ]
    } finally {
      await buyers.close()
    }
  },
}

/**
 * @returns milliseconds until all webhooks were answered, all payments were in
 *   the ledger, and all orders were recorded with them
 */
async function sendAll(
  store: BuiltStore,
  purchases: readonly Paid[]
): Promise<Timings> {
  const { db } = store
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
  await Promise.all(
    purchases.map(async ({ rail, body }) => await postSigned(store, rail, body))
  )
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

/** Counts the orders and captures in Medusa's own tables. */
async function outcomeOf(
  { db }: BuiltStore,
  purchases: readonly Purchase[]
): Promise<Outcome> {
  return await db.one<Outcome>(
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
}

function rowsOf(
  count: number,
  { orders, captures }: Outcome,
  { answered, recorded, settled }: Timings
): Row[] {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1)
  return [
    {
      ...exactly(`${count} paid at once on both rails: orders`, orders, count),
      note: `All webhooks were answered after ${seconds(answered)} s, all were in the ledger after ${seconds(recorded)} s, and all orders were placed and recorded after ${seconds(settled)} s.`,
    },
    exactly("the same: captures", captures, count),
  ]
}

/**
 * Processes payments by Medusa's workflow, as many at once as the plugin.
 *
 * @returns milliseconds until the last order is placed
 */
async function processDirectly(
  store: BuiltStore,
  purchases: readonly Purchase[]
): Promise<number> {
  await store.call("idle")
  const began = performance.now()
  await mapConcurrent(purchases, SETTLED_AT_ONCE, async (purchase) => {
    const { session_id, cart } = purchase
    await store.call("processPayment", { session_id, amount: cart.total })
  })
  return performance.now() - began
}

function rateRow(count: number, settledMs: number, directMs: number): Row {
  const perSecond = (ms: number) =>
    ({ value: count / (ms / 1000), unit: "/s" }) as const
  return {
    what: "the same: orders placed, against Medusa's workflow",
    ours: perSecond(settledMs),
    reference: perSecond(directMs),
    goal: { kind: "figure", is: "at least", value: 0.95 },
    note: `From the first webhook until all are recorded in the ledger. Reference: processPaymentWorkflow, called directly for ${count} such carts, ${SETTLED_AT_ONCE} at once, half of them before and half after.`,
  }
}
