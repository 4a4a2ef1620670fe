import { setTimeout as wait } from "node:timers/promises"
import { postSigned } from "../../harness/gateway/webhooks"
import { CONNECTIONS, sendLoad, rateOf, type LoadRequest } from "../load"
import { type Measure, median, type Row } from "../measure"
import {
  type Buyers,
  buyersOf,
  payAll,
  type Purchase,
  railOf,
  startAll,
} from "../purchases"
import {
  STOCK_DELAY_MS,
  STOCK_PATH,
  stockHasProcessed,
  stockWebhook,
  STUB,
} from "../stock-route"
import type { BuiltStore } from "../../harness/built-store/built-store"
import { type Mix, mixesOf } from "../webhook-mix"

const LOAD_MS = 2_000
/** More than are placed while webhooks are sent. */
const PAID = 16
const QUICK_PAID = 8

/** Webhooks answered per second, and orders placed meanwhile. */
type Turn = { rate: number; placed: number }
type Turns = Record<"store" | "stock", Turn[]>

/**
 * Webhooks accepted per second while the orders of paid payments are being
 * placed.
 */
export const busy: Measure = {
  name: "busy",
  run: async (context) => {
    const store = await context.store()
    const mixes = await mixesOf(store)
    const buyers = await buyersOf(store)
    context.say("Webhooks while orders are placed, alternating as before.")
    const turns: Turns = { store: [], stock: [] }
    const ours = { store, buyers, mix: mixes.ours }
    const paid = context.quick ? QUICK_PAID : PAID
    try {
      for (let round = 0; round < (context.quick ? 1 : 5); round++) {
        turns.store.push(await ourTurn(ours, paid))
        turns.stock.push(await stockTurn(store, buyers, mixes.stock, paid))
      }
    } finally {
      await buyers.close()
    }
    return rowsOf(turns, paid)
  },
}

async function ourTurn(
  { store, buyers, mix }: { store: BuiltStore; buyers: Buyers; mix: Mix },
  count: number
): Promise<Turn> {
  const paid = await payAll(store, await startAll(buyers, count, railOf))
  await Promise.all(paid.map(({ rail, body }) => postSigned(store, rail, body)))
  const turn = await measureTurn(store, () => mix.next(), paid)
  await store.call("idle")
  return turn
}

async function stockTurn(
  store: BuiltStore,
  buyers: Buyers,
  mix: Mix,
  count: number
): Promise<Turn> {
  const purchases = await startAll(buyers, count, () => STUB)
  await store.call("idle")
  await Promise.all(purchases.map((each) => stockWebhook(store, each)))
  await wait(STOCK_DELAY_MS)
  const next = () => ({ ...mix.next(), path: STOCK_PATH })
  const turn = await measureTurn(store, next, purchases)
  await stockHasProcessed(store)
  return turn
}

async function measureTurn(
  { db, url }: BuiltStore,
  next: () => LoadRequest,
  purchases: readonly Purchase[]
): Promise<Turn> {
  const options = { connections: CONNECTIONS, forMs: LOAD_MS }
  const rate = rateOf(await sendLoad(url, next, options), {
    from: 0,
    to: LOAD_MS,
  })
  const { placed } = await db.one<{ placed: number }>(
    "SELECT count(*)::int AS placed FROM order_cart WHERE cart_id = ANY($1)",
    [purchases.map(({ cart }) => cart.id)]
  )
  return { rate, placed }
}

function rowsOf({ store, stock }: Turns, paid: number): Row[] {
  const rate = (turns: readonly Turn[]) =>
    median(turns.map((turn) => turn.rate))
  const placed = (turns: readonly Turn[]) =>
    median(turns.map((turn) => turn.placed))
  const reference = { value: rate(stock), unit: "/s" } as const
  const goal = { kind: "figure", is: "at least", value: 0.9 } as const
  const ofStock = `Reference: Medusa's route, ${STOCK_DELAY_MS} ms after the webhooks of ${paid} similar carts. ${placed(stock)} of their orders were placed in that time.`
  return [
    {
      what: "webhooks accepted while orders are placed",
      ours: { value: rate(store), unit: "/s" },
      reference,
      goal,
      note: `The same mix, right after the webhooks of ${paid} paid purchases on both rails. ${placed(store)} of their orders were placed within the ${LOAD_MS} ms. ${ofStock}`,
    },
  ]
}
