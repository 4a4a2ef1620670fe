import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { fillPayments, fillTable } from "../../harness/postgres/big-ledger"
import { requestOrThrow } from "../../harness/shop/request"
import { ADMIN } from "../../harness/shop/names"
import { median, type Measure, percentile, type Row } from "../measure"

const ROWS = 1_000_000

const MB = 1024 * 1024

/** Requests before the export, to compare with. */
const ALONE = 200

/** Medusa's rows that an export reads for each payment. */
const RELATED_ROWS: Record<string, string> = {
  customer: `(id, email) SELECT customer_id, customer_id || '@example.com'
    FROM stablecoin_payment`,
  order: `(id, currency_code) SELECT order_id, 'usd'
    FROM stablecoin_payment WHERE order_id IS NOT NULL`,
}

type Turn = {
  rows: number
  ms: number
  /** Milliseconds of each request that was sent meanwhile. */
  requests: number[]
}

/** The cost of an export for one process of a store. */
export const exporting: Measure = {
  name: "export",
  isLong: true,
  run: async ({ serverUrl, freePort, atEnd, say }) => {
    say(`Filling a separate store with ${ROWS.toLocaleString("en-US")} rows.`)
    // A separate store, whose memory no other measure uses.
    const store = await startBuiltStore({ serverUrl, port: await freePort() })
    atEnd("The exporting store", store.close)
    try {
      await fill(store, ROWS)
      return await measure(store, ROWS)
    } finally {
      await store.close()
    }
  },
}

async function fill({ databaseUrl }: BuiltStore, rows: number): Promise<void> {
  const db = createPgConnection({ clientUrl: databaseUrl }) as Knex
  try {
    await fillPayments(db, rows)
    for (const [table, insert] of Object.entries(RELATED_ROWS)) {
      await fillTable(db, table, `INSERT INTO "${table}" ${insert}`)
    }
  } finally {
    await db.destroy()
  }
}

async function measure(store: BuiltStore, rows: number): Promise<Row[]> {
  const { token } = await requestOrThrow<{ token: string }>(
    `${store.url}/auth/user/emailpass`,
    { method: "POST", body: ADMIN }
  )
  const headers = { authorization: `Bearer ${token}` }
  const list = async () =>
    await timed(() =>
      requestOrThrow(`${store.url}/admin/stablecoin/payments`, { headers })
    )
  const alone: number[] = []
  for (let sent = 0; sent < ALONE; sent++) {
    alone.push(await list())
  }
  await store.call("startSampling")
  const { ms, requests, ...read } = await exportAll(store, headers, list)
  const { growth, live, delay } = await store.call("endSampling")
  const note = `${(ms / 1000).toFixed(0)} s. ${requests.length} requests meanwhile, one after the other: the payments list's first page.`
  return [
    {
      what: `export of ${rows.toLocaleString("en-US")} payments: rows in the file`,
      ours: { value: read.rows, unit: "" },
      reference: null,
      goal: { kind: "count", is: "exactly", value: rows },
      note,
    },
    {
      what: "the same, rows per second",
      ours: { value: read.rows / (ms / 1000), unit: "/s" },
      reference: null,
      goal: null,
    },
    {
      what: "the same: growth of the heap in use, after full collections",
      ours: { value: live / MB, unit: "MB" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 64 },
      note: `With garbage, the process's memory grows by up to ${(growth / MB).toFixed(0)} MB, that of the other requests included.`,
    },
    {
      what: "the same: delay of the event loop, p99",
      ours: { value: delay, unit: "ms" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 20 },
    },
    {
      what: "another request meanwhile, against alone",
      ours: { value: median(requests), unit: "ms" },
      reference: { value: median(alone), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 2 },
    },
    {
      what: "the same, p99",
      ours: { value: percentile(requests, 0.99), unit: "ms" },
      reference: { value: percentile(alone, 0.99), unit: "ms" },
      goal: null,
    },
  ]
}

/** Reads the whole file while other requests are sent. */
async function exportAll(
  store: BuiltStore,
  headers: Record<string, string>,
  request: () => Promise<number>
): Promise<Turn> {
  const requests: number[] = []
  let rows = -1
  let isDone = false
  const others = async () => {
    while (!isDone) {
      requests.push(await request())
    }
  }
  const ms = await timed(async () => {
    const waiting = others()
    try {
      const response = await fetch(
        `${store.url}/admin/stablecoin/payments/export`,
        { headers }
      )
      if (!response.ok || !response.body) {
        throw new Error(`The export was answered ${response.status}.`)
      }
      for await (const chunk of response.body as ReadableStream<Uint8Array>) {
        rows += chunk.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
      }
    } finally {
      isDone = true
    }
    await waiting
  })
  return { rows, ms, requests }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
