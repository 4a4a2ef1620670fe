import { createHash, randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { StoreNode } from "../../harness/cluster/node"
import {
  postSigned,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../../harness/gateway/webhooks"
import type { Outage } from "../../harness/postgres/outage"
import {
  payWithoutWebhook,
  type StartedPurchase,
  startPurchase,
} from "../../harness/shop/purchase"
import { waitFor } from "../../harness/wait-for"
import { type Rail, RAILS } from "../../src/ledger"
import { countOf, ordered } from "../setup/cluster/purchases"
import { startTwoProcesses } from "../setup/cluster/two-processes"
import { type SentWebhook, WebhookLoad } from "../setup/gateway/webhook-load"
import { RefusedConnections } from "../setup/postgres/refused-connections"

// Two processes of a store and two receivers share a database, a Redis and the
// folder of the spool. The gateway sends each webhook once.
const ONCE = { paid: 1, webhooks: 1, captures: 1, orders: 1 }
const RECEIVED = { status: 200, body: { received: true } }
const DEPLOYMENTS = 5
/** Connections to each receiver, and its webhooks before, during and after. */
const SENDERS = 4
const SENT = 100
/** Between two webhooks of the load. */
const PACE_MS = 25

type Paid = { purchase: StartedPurchase; body: string }

let stopPostgres: (() => Promise<void>) | undefined
let outage: Outage
let cluster: StoreCluster
let one: StoreNode
let other: StoreNode

beforeAll(async () => {
  const run = `stablecoin_test_${randomBytes(4).toString("hex")}`
  const { startTestPostgres } =
    await import("../../harness/postgres/templates.mts")
  // A server of its own, which the tests may stop.
  const { postgres, databases } = await startTestPostgres(run)
  stopPostgres = postgres.stop
  ;({ cluster, one, other } = await startTwoProcesses(
    {},
    { databases, receivers: 2 }
  ))
  outage = postgres.outage ?? new RefusedConnections(cluster.databaseUrl)
})

afterAll(async () => {
  await cluster?.close()
  await stopPostgres?.()
})

/** Pays at the gateway, which has not sent the webhook yet. */
async function paid(rail: Rail): Promise<Paid> {
  const purchase = await startPurchase(cluster, rail)
  return { purchase, body: await payWithoutWebhook(cluster, purchase) }
}

let turn = 0

/** Sends a webhook to the next receiver. */
async function send(rail: Rail, body: string) {
  const { receivers, sandbox } = cluster
  const { url } = receivers[(turn += 1) % receivers.length] ?? {}
  return await postSigned({ url: String(url), sandbox }, rail, body)
}

async function sendAll(all: readonly Paid[]): Promise<void> {
  for (const { purchase, body } of all) {
    expect(await send(purchase.rail, body)).toEqual(RECEIVED)
  }
}

async function expectOrderedOnce(all: readonly Paid[]): Promise<void> {
  for (const { purchase } of all) {
    await ordered(cluster, purchase)
  }
  for (const { purchase } of all) {
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
  }
}

/** The files of webhooks that wait for the database, or that it rejected. */
async function spooled(): Promise<string[]> {
  const names = await readdir(cluster.spool, { recursive: true })
  return names.filter((name) => name.endsWith(".spool"))
}

/** Sends webhooks about another shop's payments to each receiver, each once. */
function loadOfAll(): WebhookLoad[] {
  const secret = webhookSecret(cluster, "onchain")
  let number = 0
  const next = () => {
    const data = { order_no: "stpay_of_another", number: (number += 1) }
    const body = JSON.stringify({ event: "payment_order.created", data })
    const signature = sign(body, secret)
    return { body, headers: { [SIGNATURE_HEADERS.onchain]: signature } }
  }
  const [path] = WEBHOOK_PATHS.onchain
  return cluster.receivers.map(
    ({ url }) => new WebhookLoad({ url: String(url), path, next }, SENDERS)
  )
}

/** Resolves when each receiver has answered this many more webhooks. */
async function moreSent(loads: readonly WebhookLoad[]): Promise<void> {
  const until = loads.map(({ sent }) => sent.length + SENT)
  await waitFor("webhooks", async () =>
    loads.every(({ sent }, index) => sent.length >= (until[index] ?? 0))
  )
}

/** How often webhooks are in the database, by the digest of their body. */
async function storedTimes(
  sent: readonly SentWebhook[]
): Promise<Record<string, number>> {
  const digests = sent.map(({ body }) =>
    createHash("sha256").update(body).digest("hex")
  )
  const rows = await cluster.db.query<{ digest: string; times: number }>(
    `SELECT digest, count(*)::int AS times FROM stablecoin_webhook_event
     WHERE digest = ANY($1) GROUP BY digest`,
    [digests]
  )
  const times = new Map(rows.map((row) => [row.digest, row.times]))
  return Object.fromEntries(
    digests.map((digest) => [digest, times.get(digest) ?? 0])
  )
}

it("stores each webhook of a load once, and places each order once, while PostgreSQL is stopped and started", async () => {
  const [before, during, twice, after] = [
    [await paid("onchain")],
    [await paid("hosted"), await paid("onchain")],
    [await paid("hosted"), await paid("onchain")],
    [await paid("hosted")],
  ]

  const loads = loadOfAll()
  try {
    await sendAll(before)
    await moreSent(loads)
    await outage.begin("fast")
    try {
      await sendAll(during)
      // Each receiver spools its own copy.
      for (const { purchase, body } of twice) {
        expect(await send(purchase.rail, body)).toEqual(RECEIVED)
        expect(await send(purchase.rail, body)).toEqual(RECEIVED)
      }
      await moreSent(loads)
      const folders = new Set((await spooled()).map((name) => dirname(name)))
      expect(folders.size).toBe(cluster.receivers.length)
    } finally {
      await outage.end()
    }
    await sendAll(after)
    await moreSent(loads)
  } finally {
    await Promise.all(loads.map(async (load) => await load.end()))
  }

  const sent = loads.flatMap((load) => load.sent)
  expect(sent.filter(({ result }) => result !== 200)).toEqual([])
  await expectOrderedOnce([...before, ...during, ...twice, ...after])
  await waitFor(
    "the spool to be empty",
    async () => (await spooled()).length === 0
  )
  const times = Object.entries(await storedTimes(sent))
  expect(times).toHaveLength(sent.length)
  expect(times.filter(([, count]) => count !== 1)).toEqual([])
})

it("answers every webhook 200 while the store is deployed five times, and each order is placed once", async () => {
  const all: Paid[] = []
  for (let number = 0; number < DEPLOYMENTS; number++) {
    all.push(await paid(RAILS[number % RAILS.length] ?? "onchain"))
  }
  const isOver = new AbortController()
  const answers: { status: number }[] = []
  const load = (async () => {
    for (let number = 0; !isOver.signal.aborted; number++) {
      const data = { order_no: "stpay_of_another", number }
      const event = { event: "payment_order.created", data }
      const sent = send("onchain", JSON.stringify(event))
      answers.push(await sent.catch(() => ({ status: 0 })))
      await wait(PACE_MS)
    }
  })()

  try {
    await other.end()
    for (const [number, each] of all.entries()) {
      await one.end()
      const starting = number % 2 ? one.start() : undefined
      await sendAll([each])
      await (starting ?? one.start())
      await ordered(cluster, each.purchase)
    }
  } finally {
    isOver.abort()
    await load
  }

  expect(answers.length).toBeGreaterThan(100)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  await expectOrderedOnce(all)
})
