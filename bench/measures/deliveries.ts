import { fire, type Volley } from "../load"
import { type Measure, median, percentile, type Row } from "../measure"
import type { BenchStore } from "../store/bench-store"
import { STOCK_PATH, stockHasProcessed } from "../stock-route"
import { announcedEvents, Mix } from "../webhook-mix"

const CONNECTIONS = 16
const VOLLEY_MS = 2_000

type Mixes = { ours: Mix; stock: Mix }
type Turn = { ours: Volley; stock: Volley }

/** How many webhooks a second are verified, on disk and answered, beside Medusa's own route, which does neither. */
export const deliveries: Measure = {
  name: "deliveries",
  run: async (room) => {
    const store = await room.store()
    const events = await announcedEvents(store)
    const mixes = {
      ours: new Mix(store, events),
      stock: new Mix(store, events),
    }
    const before = await onDisk(store)
    room.say("Deliveries, in turn with Medusa's own route.")
    await turn(store, mixes, room.quick ? 4_000 : 8_000)
    const turns: Turn[] = []
    for (let round = 0; round < (room.quick ? 3 : 10); round++) {
      turns.push(await turn(store, mixes, VOLLEY_MS))
    }
    const stored = (await onDisk(store)) - before
    return [...rowsOf(turns), countRow(stored, mixes.ours.bodies)]
  },
}

async function turn(
  store: BenchStore,
  { ours, stock }: Mixes,
  forMs: number
): Promise<Turn> {
  const options = { connections: CONNECTIONS, forMs }
  const byOurs = await fire(store.url, () => ours.next(), options)
  await store.call("idle")
  const byStock = await fire(
    store.url,
    () => ({ ...stock.next(), path: STOCK_PATH }),
    options
  )
  await stockHasProcessed(store)
  return { ours: byOurs, stock: byStock }
}

async function onDisk({ db }: BenchStore): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM stablecoin_delivery"
  )
  return count
}

function rowsOf(turns: readonly Turn[]): Row[] {
  const rate = (of: keyof Turn) => median(turns.map((each) => each[of].rate))
  const p99 = (of: keyof Turn) =>
    median(turns.map((each) => percentile(each[of].waits, 0.99)))
  return [
    {
      what: "deliveries accepted: verified, on disk, answered 200",
      ours: { value: rate("ours"), unit: "/s" },
      reference: { value: rate("stock"), unit: "/s" },
      goal: { kind: "time", is: "at least", value: 1.1 },
      note: `A third each: new events of our payments, the same ones again, events of other shops; distinct bodies, ${CONNECTIONS} connections, ${turns.length} turns of ${VOLLEY_MS} ms. What follows the answer falls outside of both sides' turns. Reference: Medusa's /hooks/payment/:provider, which verifies and stores nothing.`,
    },
    {
      what: "the same, p99 latency",
      ours: { value: p99("ours"), unit: "ms" },
      reference: { value: p99("stock"), unit: "ms" },
      goal: { kind: "time", is: "at most", value: 1 },
    },
  ]
}

function countRow(stored: number, bodies: number): Row {
  return {
    what: "the same: rows on disk beside distinct bodies answered 200",
    ours: { value: stored, unit: "" },
    reference: { value: bodies, unit: "" },
    goal: { kind: "count", is: "exactly", value: 1 },
  }
}
