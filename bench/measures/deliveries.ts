import { fire, type Volley } from "../load"
import { type Measure, median, percentile, type Row } from "../measure"
import type { BenchStore } from "../store/bench-store"
import { type Mix, mixOf } from "../webhook-mix"

const CONNECTIONS = 16
const VOLLEY_MS = 2_000
const WARM_UP_MS = 8_000
/** Medusa's route processes 5 s after its answer: that must not fall into our turn. */
const STOCK_DELAY_MS = 5_500
const STOCK_PATH = "/hooks/payment/stub_bench"

type Turn = { ours: Volley; stock: Volley }

/** How many webhooks a second are verified, on disk and answered, beside Medusa's own route, which does neither. */
export const deliveries: Measure = {
  name: "deliveries",
  run: async (room) => {
    const store = await room.store()
    const mix = await mixOf(store)
    room.say("Deliveries, in turn with Medusa's own route.")
    await turn(store, mix, WARM_UP_MS)
    const turns: Turn[] = []
    for (let round = 0; round < (room.quick ? 3 : 10); round++) {
      turns.push(await turn(store, mix, VOLLEY_MS))
    }
    return rowsOf(turns)
  },
}

async function turn(store: BenchStore, mix: Mix, forMs: number): Promise<Turn> {
  const options = { connections: CONNECTIONS, forMs }
  const ours = await fire(store.url, () => mix.next(), options)
  await store.call("idle")
  const stock = await fire(
    store.url,
    () => ({ ...mix.next(), path: STOCK_PATH }),
    options
  )
  await new Promise((resolve) => setTimeout(resolve, STOCK_DELAY_MS))
  await store.call("idle")
  return { ours, stock }
}

function rowsOf(turns: readonly Turn[]): Row[] {
  const rate = (of: keyof Turn) => median(turns.map((each) => each[of].rate))
  const p99 = (of: keyof Turn) =>
    median(turns.map((each) => percentile(each[of].waits, 0.99)))
  const note = `A third each: new events of our payments, the same ones again, events of other shops; distinct bodies, ${CONNECTIONS} connections, ${turns.length} turns of ${VOLLEY_MS} ms. Reference: Medusa's /hooks/payment/:provider, which verifies and stores nothing.`
  return [
    {
      what: "deliveries accepted: verified, on disk, answered 200",
      ours: { value: rate("ours"), unit: "/s" },
      reference: { value: rate("stock"), unit: "/s" },
      goal: { kind: "time", is: "at least", value: 1.1 },
      note,
    },
    {
      what: "the same, p99 latency",
      ours: { value: p99("ours"), unit: "ms" },
      reference: { value: p99("stock"), unit: "ms" },
      goal: { kind: "time", is: "at most", value: 1 },
    },
  ]
}
