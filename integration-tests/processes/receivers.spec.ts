import { randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"
import type { StoreCluster } from "../../tools/harness/cluster/cluster"
import { postSigned } from "../../tools/harness/gateway/webhooks"
import type { Outage } from "../../tools/harness/postgres/outage"
import {
  payWithoutWebhook,
  type StartedPurchase,
  startPurchase,
} from "../../tools/harness/shop/purchase"
import { waitFor } from "../../tools/harness/wait-for"
import { type Rail, RAILS } from "../../src/ledger"
import { countOf, ordered } from "../setup/cluster/purchases"
import { startTwoProcesses } from "../setup/cluster/two-processes"
import { RefusedConnections } from "../setup/postgres/refused-connections"

// Law 11. Two receivers with a common folder are in front of two processes of a
// store. The gateway sends each webhook once.
const ONCE = { paid: 1, webhooks: 1, captures: 1, orders: 1 }
const RECEIVED = { status: 200, body: { received: true } }

type Paid = { purchase: StartedPurchase; body: string }

let stopPostgres: (() => Promise<void>) | undefined
let outage: Outage
let cluster: StoreCluster

beforeAll(async () => {
  const run = `stablecoin_test_${randomBytes(4).toString("hex")}`
  const { startTestPostgres } =
    await import("../../tools/harness/postgres/templates.mts")
  // A server of its own, which the tests may stop.
  const { postgres, databases } = await startTestPostgres(run)
  stopPostgres = postgres.stop
  ;({ cluster } = await startTwoProcesses({}, { databases, receivers: 2 }))
  outage = postgres.outage ?? new RefusedConnections(cluster.databaseUrl)
})

afterAll(async () => {
  await cluster?.close()
  await stopPostgres?.()
})

/** Pays on both rails at the gateway, which has not sent the webhooks yet. */
async function paidOnBothRails(): Promise<Paid[]> {
  const paid: Paid[] = []
  for (const rail of RAILS) {
    const purchase = await startPurchase(cluster, rail)
    paid.push({ purchase, body: await payWithoutWebhook(cluster, purchase) })
  }
  return paid
}

let turn = 0

/** Sends a webhook to the next receiver, which must accept it. */
async function send(rail: Rail, body: string): Promise<void> {
  const { receivers, sandbox } = cluster
  const { url } = receivers[(turn += 1) % receivers.length] ?? {}
  const answer = await postSigned({ url: String(url), sandbox }, rail, body)
  expect(answer).toEqual(RECEIVED)
}

async function sendAll(all: readonly Paid[]): Promise<void> {
  for (const { purchase, body } of all) {
    await send(purchase.rail, body)
  }
}

async function expectOrderedOnce(all: readonly Paid[]): Promise<void> {
  for (const { purchase } of all) {
    await ordered(cluster, purchase)
  }
  await waitFor("the spool to be empty", async () => !(await kept()).length)
  for (const { purchase } of all) {
    expect(await countOf(cluster, purchase)).toEqual(ONCE)
  }
}

/** The files of webhooks that wait for the store. */
async function kept(): Promise<string[]> {
  const names = await readdir(cluster.spool)
  return names.filter((name) => name.endsWith(".webhook"))
}

it("loses no webhook, and places each order once, while PostgreSQL is stopped and started", async () => {
  const [before, during, after] = [
    await paidOnBothRails(),
    await paidOnBothRails(),
    await paidOnBothRails(),
  ]
  await sendAll(before)
  await outage.begin("fast")
  try {
    // Each receiver keeps its own copy.
    await sendAll([...during, ...during])
    expect(await kept()).toHaveLength(4)
  } finally {
    await outage.end()
  }
  await sendAll(after)
  await expectOrderedOnce([...before, ...during, ...after])
})

it.each([
  ["deployed", "end"],
  ["killed", "kill"],
] as const)(
  "loses no webhook, and places each order once, while the store is %s and a receiver killed",
  async (_, stop) => {
    const all = await paidOnBothRails()
    const [killed] = cluster.receivers
    await Promise.all(cluster.nodes.map((node) => node[stop]()))
    await sendAll(all)
    await killed?.kill()
    await cluster.expireLocks()
    await Promise.all(cluster.nodes.map((node) => node.start()))
    await expectOrderedOnce(all)
    await killed?.start()
  }
)
