import {
  type StartedPurchase,
  startPurchase,
} from "../../harness/shop/purchase"
import { postSigned } from "../../harness/gateway/webhooks"
import { CONNECTION_NAME } from "../../src/modules/stablecoin/listener"
import { copyPayment } from "../copy-payment"
import { EventListeners } from "../event-listeners"
import { type Measure, percentile, type Row } from "../measure"
import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"

const STREAMS = 1_000
/** Each payment fails first and is then paid: two changes by two webhooks. */
const PURCHASES = 25
const CHANGES = [
  { event: "transaction.failed", status: "failed" },
  { event: "payment.success", status: "paid" },
] as const

type Memory = { rss: number; heap: number }

/**
 * The cost of waiting storefronts for one process of a store, and how soon they
 * receive a change.
 */
export const streams: Measure = {
  name: "streams",
  isLong: true,
  run: async ({ serverUrl, freePort, atEnd, say }) => {
    say(`${STREAMS} waiting storefronts, at a separate store.`)
    // A separate store, whose memory no other measure uses.
    const store = await startBuiltStore({ serverUrl, port: await freePort() })
    atEnd("The storefronts' store", store.close)
    try {
      return await measure(store)
    } finally {
      await store.close()
    }
  },
}

async function measure(store: BuiltStore): Promise<Row[]> {
  const purchases: StartedPurchase[] = []
  while (purchases.length < PURCHASES) {
    purchases.push(await startPurchase(store, "hosted"))
  }
  const copies = await copyPayment(
    store.db,
    purchases[0]?.id ?? "",
    STREAMS - PURCHASES
  )
  // Excludes setup that a process does once, for its first stream.
  const warm = await EventListeners.open(
    store.url,
    store.seeded,
    copies.slice(0, 200)
  )
  await warm.close()
  const before = await store.call("memory")
  const listeners = await EventListeners.open(store.url, store.seeded, [
    ...purchases.map(({ session_id }) => session_id),
    ...copies,
  ])
  const after = await store.call("memory")
  const { connections } = await store.db.one<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1`,
    [CONNECTION_NAME]
  )
  const waits: number[] = []
  for (const { event, status } of CHANGES) {
    for (const purchase of purchases) {
      waits.push(await change(store, purchase, event, listeners, status))
    }
  }
  await listeners.close()
  return rowsOf(before, after, connections, waits)
}

function rowsOf(
  before: Memory,
  after: Memory,
  connections: number,
  waits: readonly number[]
): Row[] {
  const grown = (of: keyof Memory): number => (after[of] - before[of]) / 2 ** 20
  const ms = (share: number): string => percentile(waits, share).toFixed(0)
  return [
    {
      what: `${STREAMS} waiting storefronts at one process: memory`,
      ours: { value: grown("rss"), unit: "MB" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 100 },
      note: `RSS after garbage collection, of that heap ${grown("heap").toFixed(1)} MB.`,
    },
    {
      what: "the same, database connections that listen",
      ours: { value: connections, unit: "" },
      reference: null,
      goal: { kind: "count", is: "exactly", value: 1 },
    },
    {
      what: "the same, a webhook's 200 to the storefront's event, slowest",
      ours: { value: percentile(waits, 1), unit: "ms" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 300 },
      note: `${waits.length} changes, one after the other, half of them paid: median ${ms(0.5)} ms; 0 where the event arrived first.`,
    },
  ]
}

/**
 * @returns milliseconds from the webhook's 200 to the event, or 0 if the event
 *   arrived first
 */
async function change(
  store: BuiltStore,
  { id, session_id }: StartedPurchase,
  event: string,
  listeners: EventListeners,
  status: string
): Promise<number> {
  store.sandbox.faultWebhooks({ event, kind: "drop" })
  const [webhookEvent] = store.sandbox.trigger(event, { orderNo: id })
  if (!webhookEvent) {
    throw new Error(`The sandbox has no ${event} of ${id}.`)
  }
  const received = listeners.received(session_id, `"status":"${status}"`)
  const answer = await postSigned(store, "hosted", webhookEvent.body)
  if (answer.status !== 200) {
    throw new Error(`The webhook was answered ${answer.status}.`)
  }
  const answered = performance.now()
  const waited = Math.max(0, (await received) - answered)
  if (status === "paid") {
    // Waits for this order, so that the next buyer's event does not queue
    // behind it.
    await listeners.received(session_id, '"final":true')
  }
  return waited
}
