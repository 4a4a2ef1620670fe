import { setTimeout as wait } from "node:timers/promises"
import { payUnheard } from "../../integration-tests/setup/cluster/purchases"
import { postSigned } from "../../integration-tests/setup/webhooks"
import { type Rail, RAILS } from "../../src/ledger"
import { type Measure, median, type Row } from "../measure"
import { Placed } from "../placed"
import { type Buyers, buyersOf, startPurchase } from "../purchases"
import { stockWebhook, STUB } from "../stock-route"
import type { BenchStore } from "../store/bench-store"

/** Between two of the stock route: each has the store for itself when its 5 s are over. */
const APART_MS = 1_000
const WARM_UP_ROUNDS = 1

type Bench = { store: BenchStore; buyers: Buyers; placed: Placed }
/** Has one buyer's money arrive. @returns milliseconds until the order was there */
type Arrival = () => Promise<number>
/** Of the direct call also the milliseconds until it returned. */
type Times = { ours: number[]; direct: number[]; returned: number[] }

/** How long a buyer who has paid waits for the order, beside the least that Medusa needs for it, and beside Medusa's own webhook. */
export const captured: Measure = {
  name: "captured",
  run: async (context) => {
    const store = await context.store()
    const buyers = await buyersOf(store)
    const placed = await Placed.watch(store)
    const bench = { store, buyers, placed }
    try {
      context.say(
        "From the webhook to the order, in turn with Medusa's workflow."
      )
      await rounds(bench, { count: WARM_UP_ROUNDS, alone: false })
      const count = context.quick ? 3 : 25
      const times = await rounds(bench, { count, alone: true })
      context.say("The same by Medusa's own route, which begins after 5 s.")
      const stock = await byStockRoute(bench, context.quick ? 1 : 5)
      return rowsOf(times, stock)
    } finally {
      await placed.close()
      await buyers.close()
    }
  },
}

/**
 * All is paid at the gateway before the first of it is heard of: then one after
 * the other.
 *
 * @param alone whether each waits until the store has done with the one before
 */
async function rounds(
  bench: Bench,
  { count, alone }: { count: number; alone: boolean }
): Promise<Times> {
  const times: Times = { ours: [], direct: [], returned: [] }
  const turns: { to: number[]; arrival: Arrival }[] = []
  for (let round = 0; round < count; round++) {
    for (const rail of RAILS) {
      turns.push({ to: times.ours, arrival: await byWebhook(bench, rail) })
      const arrival = await directly(bench, times.returned)
      turns.push({ to: times.direct, arrival })
    }
  }
  await bench.store.sandbox.settled()
  for (const { to, arrival } of turns) {
    if (alone) {
      await bench.store.call("idle")
    }
    to.push(await arrival())
  }
  return times
}

async function byWebhook(
  { store, buyers, placed }: Bench,
  rail: Rail
): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const { payment_id } = await startPurchase(buyers, cart, rail)
  const body = await payUnheard(store, { rail, id: payment_id })
  return async () => {
    const began = performance.now()
    const { status } = await postSigned(store, rail, body)
    if (status !== 200) {
      throw new Error(`The webhook was answered ${status}.`)
    }
    return (await placed.of(cart.payment_collection_id)) - began
  }
}

async function directly(
  { store, buyers, placed }: Bench,
  returned: number[]
): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const { session_id } = await startPurchase(buyers, cart, STUB)
  return async () => {
    const began = performance.now()
    const call = { session_id, amount: cart.total }
    const returning = store.call("processPayment", call)
    const at = await placed.of(cart.payment_collection_id)
    returned.push(await returning)
    return at - began
  }
}

async function byStockRoute(bench: Bench, count: number): Promise<number[]> {
  const arrivals: Arrival[] = []
  while (arrivals.length < count) {
    arrivals.push(await byStockWebhook(bench))
  }
  await bench.store.call("idle")
  return await Promise.all(
    arrivals.map(async (arrival, index) => {
      await wait(index * APART_MS)
      return await arrival()
    })
  )
}

async function byStockWebhook({
  store,
  buyers,
  placed,
}: Bench): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const purchase = await startPurchase(buyers, cart, STUB)
  return async () => {
    const began = performance.now()
    await stockWebhook(store, purchase)
    return (await placed.of(cart.payment_collection_id)) - began
  }
}

function rowsOf(times: Times, stock: readonly number[]): Row[] {
  const ours = { value: median(times.ours), unit: "ms" } as const
  return [
    {
      what: "webhook sent → payment captured and order placed",
      ours,
      reference: { value: median(times.direct), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 1.25 },
      note: `Medians of ${times.ours.length} each, both rails, one purchase at a time. From the POST, or the call, until PostgreSQL has committed both the capture and the order's link, told by a trigger (under 1 ms late). Reference: processPaymentWorkflow called directly, with a provider that does nothing; it returns after ${median(times.returned).toFixed(0)} ms.`,
    },
    {
      what: "the same, beside Medusa's own webhook route",
      ours,
      reference: { value: median(stock), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 1 / 15 },
      note: `Reference: /hooks/payment/:provider with Medusa's default delay, ${stock.length} of them.`,
    },
  ]
}
