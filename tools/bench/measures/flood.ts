import { setTimeout as wait } from "node:timers/promises"
import { Pool } from "undici"
import { postSigned } from "../../harness/gateway/webhooks"
import { type Measure, percentile, type Row } from "../measure"
import { ForeignWebhooks } from "../foreign-webhooks"
import { CONNECTIONS } from "../load"
import { OrderWatcher } from "../order-watcher"
import { type Buyers, buyersOf, payAll, railOf, startAll } from "../purchases"
import type { BuiltStore } from "../../harness/built-store/built-store"

const PER_SECOND = 600
const FLOOD_MS = 60_000
const QUICK_FLOOD_MS = 10_000
/** Requests are sent in turns of this length. */
const TURN_MS = 10
/** One purchase is paid in this time. */
const PAID_EVERY_MS = 1_300
/** All webhooks must have been processed this long after the flood. */
const PROCESSED_AFTER_MS = 5_000

/** Webhooks of the flood, sent at a fixed rate however late the answers are. */
type Flood = { sent: number; refused: number }

type Outcome = Flood & {
  /** Milliseconds from each paid webhook to its order. */
  waits: number[]
  /** Milliseconds from the end of the flood to the last order, 0 if before. */
  late: number
  unprocessed: number
}

type Bench = {
  store: BuiltStore
  buyers: Buyers
  watcher: OrderWatcher
  forMs: number
}

/**
 * How long a flood of other shops' webhooks delays the orders of buyers.
 */
export const flood: Measure = {
  name: "flood",
  run: async (context) => {
    const store = await context.store()
    const buyers = await buyersOf(store)
    const watcher = await OrderWatcher.start(store)
    const forMs = context.quick ? QUICK_FLOOD_MS : FLOOD_MS
    context.say(
      `Webhooks of other shops for ${forMs / 1000} s, while buyers pay.`
    )
    try {
      return rowsOf(await measure({ store, buyers, watcher, forMs }))
    } finally {
      await watcher.close()
      await buyers.close()
    }
  },
}

async function measure({
  store,
  buyers,
  watcher,
  forMs,
}: Bench): Promise<Outcome> {
  const count = Math.floor(forMs / PAID_EVERY_MS)
  const paid = await payAll(store, await startAll(buyers, count, railOf))
  const foreign = await ForeignWebhooks.of(store, buyers)
  const flooding = send(store.url, foreign, forMs)
  const orders = paid.map(async ({ cart, rail, body }, index) => {
    await wait((index + 0.5) * PAID_EVERY_MS)
    const began = performance.now()
    await postSigned(store, rail, body)
    const at = await watcher.placedAt(cart.payment_collection_id)
    return { at, wait: at - began }
  })
  const [{ ended, ...flooded }, times] = await Promise.all([
    afterwards(store, flooding),
    Promise.all(orders),
  ])
  return {
    ...flooded,
    waits: times.map((each) => each.wait),
    late: Math.max(0, ...times.map(({ at }) => at - ended)),
  }
}

async function afterwards(store: BuiltStore, flooding: Promise<Flood>) {
  const flooded = await flooding
  const ended = performance.now()
  await wait(PROCESSED_AFTER_MS)
  const { unprocessed } = await store.db.one<{ unprocessed: number }>(
    "SELECT count(*)::int AS unprocessed FROM stablecoin_webhook_event WHERE status IN ('received', 'failed')"
  )
  return { ...flooded, ended, unprocessed }
}

/** Sends webhooks at the rate of the flood, and waits for all answers. */
async function send(
  url: string,
  foreign: ForeignWebhooks,
  forMs: number
): Promise<Flood> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const answers: Promise<number>[] = []
  const post = async (): Promise<number> => {
    const { statusCode, body } = await pool.request({
      ...foreign.next(),
      method: "POST",
    })
    await body.dump()
    return statusCode
  }
  const began = performance.now()
  try {
    for (let passed = 0; passed < forMs; passed = performance.now() - began) {
      while (answers.length < (passed / 1000) * PER_SECOND) {
        answers.push(post())
      }
      await wait(TURN_MS)
    }
    const statuses = await Promise.all(answers)
    const refused = statuses.filter((status) => status !== 200).length
    return { sent: statuses.length, refused }
  } finally {
    await pool.close()
  }
}

function rowsOf({ sent, refused, waits, late, unprocessed }: Outcome): Row[] {
  return [
    {
      what: `${PER_SECOND} webhooks of other shops a second: webhook → order, 99th percentile`,
      ours: { value: percentile(waits, 0.99), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 2_000 },
      note: `${sent.toLocaleString("en-US")} genuine webhooks on both rails, half of which report money, ${refused} refused. Meanwhile ${waits.length} purchases are paid, each as soon as its turn comes. The median is ${percentile(waits, 0.5).toFixed(0)} ms.`,
    },
    {
      what: "the same: last order after the flood's end",
      ours: { value: late, unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 3_000 },
    },
    {
      what: `the same: webhooks not processed ${PROCESSED_AFTER_MS / 1000} s after its end`,
      ours: { value: unprocessed, unit: "" },
      goal: { kind: "figure", is: "exactly", value: 0 },
    },
  ]
}
