import { setMaxListeners } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { Pool } from "undici"
import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { paymentUrl } from "../../harness/shop/payment-state"
import { startPurchase } from "../../harness/shop/purchase"
import type { StorePaymentResponse } from "../../../src/http-types/store"
import { copyPayment } from "../copy-payment"
import { median, type Measure, type Row } from "../measure"

const STOREFRONTS = 1_000
/** The payments were started during this time, one after the other. */
const STARTED_WITHIN_MINUTES = 30
const CONNECTIONS = 100
/** Until each storefront has read the state once, and polls. */
const WARM_UP_MS = 20_000
const MEASURED_MS = 30_000

type Polls = {
  /** How many were answered 304. */
  unchanged: number
  /** How long each took, in milliseconds. */
  took: number[]
  /** The interval that each storefront was asked for, in milliseconds. */
  intervals: Map<string, number>
}

/**
 * The cost of waiting storefronts for one process of a store. A busy machine
 * answers late, and is polled less often than the store asks for: the cost of
 * a poll counts as often as asked for.
 */
export const polling: Measure = {
  name: "polling",
  isLong: true,
  run: async ({ serverUrl, freePort, atEnd, say }) => {
    say(`${STOREFRONTS} waiting storefronts, at a separate store.`)
    const store = await startBuiltStore({ serverUrl, port: await freePort() })
    atEnd("The storefronts' store", store.close)
    try {
      return [await measure(store)]
    } finally {
      await store.close()
    }
  },
}

async function measure(store: BuiltStore): Promise<Row> {
  const { id } = await startPurchase(store, "hosted")
  const sessions = await copyPayment(
    store.db,
    id,
    Array<null>(STOREFRONTS).fill(null)
  )
  await store.db.query(
    `UPDATE stablecoin_payment SET created_at = created_at - random() * $1 * interval '1 minute'
     WHERE session_id = ANY($2)`,
    [STARTED_WITHIN_MINUTES, sessions]
  )
  const pool = new Pool(store.url, { connections: CONNECTIONS })
  const leave = new AbortController()
  setMaxListeners(STOREFRONTS, leave.signal)
  const polls: Polls = { unchanged: 0, took: [], intervals: new Map() }
  const waiting = Promise.all(
    sessions.map(async (session) => {
      await poll(pool, store, session, polls, leave.signal)
    })
  )
  await Promise.race([waiting, wait(WARM_UP_MS)])
  Object.assign(polls, { unchanged: 0, took: [] })
  const before = { cpu: await store.call("cpu"), at: Date.now() }
  await Promise.race([waiting, wait(MEASURED_MS)])
  const cpu = (await store.call("cpu")) - before.cpu
  const ms = Date.now() - before.at
  const { unchanged, took, intervals } = polls
  const perPoll = cpu / took.length
  const asked = [...intervals.values()].reduce((sum, each) => sum + 1 / each, 0)
  leave.abort()
  await waiting
  await pool.close()
  return {
    what: `${STOREFRONTS} waiting storefronts: processor cores of the store's process`,
    ours: { value: perPoll * asked, unit: "" },
    goal: { kind: "figure", is: "under", value: 0.5 },
    note: `Payments of the last ${STARTED_WITHIN_MINUTES} minutes: ${(asked * 1_000).toFixed(0)} polls a second asked for by ${intervals.size} storefronts, ${((1_000 * took.length) / ms).toFixed(0)} made, ${((100 * unchanged) / took.length).toFixed(0)} % of them answered 304, ${perPoll.toFixed(1)} ms of the processor each, answered after ${median(took).toFixed(0)} ms. PostgreSQL's processes are not counted.`,
  }
}

/** A storefront that polls as `watchPayment` does, until the signal. */
async function poll(
  pool: Pool,
  { seeded }: BuiltStore,
  session: string,
  polls: Polls,
  signal: AbortSignal
): Promise<void> {
  let tag = ""
  let pollMs = WARM_UP_MS / 2
  for (;;) {
    const pause = tag ? 0.75 + Math.random() / 2 : Math.random()
    await wait(pollMs * pause, undefined, { signal }).catch(() => {})
    if (signal.aborted) {
      return
    }
    const sent = performance.now()
    const { statusCode, headers, body } = await pool.request({
      method: "GET",
      path: paymentUrl("", session),
      headers: {
        "x-publishable-api-key": seeded.publishable_key,
        ...(tag && { "if-none-match": tag }),
      },
    })
    const text = await body.text()
    polls.took.push(performance.now() - sent)
    if (statusCode === 304) {
      polls.unchanged++
    } else if (statusCode === 200) {
      tag = String(headers.etag)
      pollMs = (JSON.parse(text) as StorePaymentResponse).poll_after
      polls.intervals.set(session, pollMs)
    } else {
      throw new Error(`A poll was answered ${statusCode}: ${text}`)
    }
  }
}
