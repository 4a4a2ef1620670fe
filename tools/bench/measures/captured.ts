import { setTimeout as wait } from "node:timers/promises"
import type { BuiltStore } from "../../harness/built-store/built-store"
import { postSigned } from "../../harness/gateway/webhooks"
import { payWithoutWebhook } from "../../harness/shop/purchase"
import { type Rail, RAILS } from "../../../src/ledger"
import { type Measure, median, type Row } from "../measure"
import { OrderWatcher } from "../order-watcher"
import { type Buyers, buyersOf, startPurchase } from "../purchases"
import { stockWebhook, STUB } from "../stock-route"

/**
 * Gap between two webhooks on Medusa's route, so that each runs alone after its
 * 5 s delay.
 */
const APART_MS = 1_000
const WARM_UP_ROUNDS = 1

type ArrivalBench = {
  store: BuiltStore
  buyers: Buyers
  watcher: OrderWatcher
}

/**
 * Triggers one buyer's payment.
 *
 * @returns milliseconds until the order exists
 */
type Arrival = () => Promise<number>

/** `returned` is the time until the direct call returned, in milliseconds. */
type Times = { ours: number[]; direct: number[]; returned: number[] }

/**
 * Time from payment to order, compared with the least that Medusa needs for it
 * and with Medusa's own webhook.
 */
export const captured: Measure = {
  name: "captured",
  run: async (context) => {
    const store = await context.store()
    const buyers = await buyersOf(store)
    const watcher = await OrderWatcher.start(store)
    const bench = { store, buyers, watcher }
    try {
      context.say(
        "From the webhook to the order, alternating with Medusa's workflow."
      )
      await rounds(bench, { count: WARM_UP_ROUNDS, alone: false })
      const count = context.quick ? 3 : 25
      const times = await rounds(bench, { count, alone: true })
      context.say(
        "The same by Medusa's own route, which starts processing after 5 s."
      )
      const stock = await byStockRoute(bench, context.quick ? 1 : 5)
      return rowsOf(times, stock)
    } finally {
      await watcher.close()
      await buyers.close()
    }
  },
}

/**
 * Pays everything at the gateway before the store receives the first webhook,
 * then handles the payments one by one.
 *
 * @param alone whether each waits until the store is idle again
 */
async function rounds(
  bench: ArrivalBench,
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

/**
 * Pays a purchase at the gateway, whose webhook the arrival sends.
 */
async function byWebhook(
  { store, buyers, watcher }: ArrivalBench,
  rail: Rail
): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const { payment_id } = await startPurchase(buyers, cart, rail)
  const body = await payWithoutWebhook(store, { rail, id: payment_id })
  return async () => {
    const began = performance.now()
    const { status } = await postSigned(store, rail, body)
    if (status !== 200) {
      throw new Error(`The webhook was answered ${status}.`)
    }
    return (await watcher.placedAt(cart.payment_collection_id)) - began
  }
}

async function directly(
  { store, buyers, watcher }: ArrivalBench,
  returned: number[]
): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const { session_id } = await startPurchase(buyers, cart, STUB)
  return async () => {
    const began = performance.now()
    const call = { session_id, amount: cart.total }
    const returning = store.call("processPayment", call)
    const at = await watcher.placedAt(cart.payment_collection_id)
    returned.push(await returning)
    return at - began
  }
}

async function byStockRoute(
  bench: ArrivalBench,
  count: number
): Promise<number[]> {
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
  watcher,
}: ArrivalBench): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const purchase = await startPurchase(buyers, cart, STUB)
  return async () => {
    const began = performance.now()
    await stockWebhook(store, purchase)
    return (await watcher.placedAt(cart.payment_collection_id)) - began
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
      note: `Medians of ${times.ours.length} each, both rails, one purchase at a time. From the POST, or the call, until PostgreSQL has committed both the capture and the order's link, reported by a trigger (under 1 ms late). Reference: processPaymentWorkflow called directly, with a provider that does nothing. It returns after ${median(times.returned).toFixed(0)} ms.`,
    },
    {
      what: "the same, against Medusa's own webhook route",
      ours,
      reference: { value: median(stock), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 1 / 15 },
      note: `Reference: /hooks/payment/:provider with Medusa's default delay, ${stock.length} of them.`,
    },
  ]
}
