/**
 * `npm run bench:streams`: what 1,000 storefronts that wait cost one process of
 * a store, and how soon they hear of a webhook. Exit code 1 beyond the goals.
 */
import { Cleanup } from "../demo/cleanup.mts"
import { startPostgres } from "../demo/postgres.mts"
import {
  type StoreCluster,
  startCluster,
} from "../integration-tests/setup/cluster/cluster.ts"
import {
  type StartedPurchase,
  deliverTo,
  startPurchase,
} from "../integration-tests/setup/cluster/purchases.ts"
import { CONNECTION_NAME } from "../src/modules/stablecoin/live/listener.ts"
import { copyPayment } from "./copy-payment.ts"
import { Tabs } from "./tabs.ts"

const STREAMS = 1_000
/** Each fails first and is paid then: two changes by two webhooks. */
const PURCHASES = 25
const CHANGES = [
  { event: "transaction.failed", status: "failed" },
  { event: "payment.success", status: "paid" },
] as const

const GOAL = { megabytes: 100, connections: 1, milliseconds: 300 }

const cleanup = new Cleanup()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void end(130))
}
await bench().then(end, async (error: unknown) => {
  console.error(error)
  await end(1)
})

/** @returns the exit code */
async function bench(): Promise<number> {
  const postgres = await startPostgres({ durable: true })
  cleanup.add("PostgreSQL", postgres.stop)
  const cluster = await startCluster({
    processes: 1,
    serverUrl: postgres.serverUrl,
  })
  cleanup.add("The store", cluster.close)
  const [node] = cluster.nodes
  if (!node?.url) {
    throw new Error("The store does not listen.")
  }
  const purchases = await startPurchases(cluster)
  const copies = await copyPayment(
    cluster,
    purchases[0]?.id ?? "",
    STREAMS - PURCHASES
  )
  const sessions = [...purchases.map(({ session_id }) => session_id), ...copies]

  // What a process sets up once, for whomever comes first, is no stream's cost.
  const warm = await Tabs.open(node.url, cluster.seeded, copies.slice(0, 200))
  await warm.close()
  const before = await node.memory()
  const tabs = await Tabs.open(node.url, cluster.seeded, sessions)
  const after = await node.memory()
  const { connections } = await cluster.db.one<{ connections: number }>(
    "SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name = $1",
    [CONNECTION_NAME]
  )

  const waits: number[] = []
  for (const { event, status } of CHANGES) {
    for (const purchase of purchases) {
      waits.push(await change(cluster, purchase, event, tabs, status))
    }
  }
  await tabs.close()

  const megabytes = (after.rss - before.rss) / 2 ** 20
  const heap = (after.heap - before.heap) / 2 ** 20
  waits.sort((a, b) => a - b)
  const at = (share: number): number =>
    waits[Math.ceil(waits.length * share) - 1] ?? 0
  console.log(
    [
      `${STREAMS} open streams on one process`,
      `  memory                  +${megabytes.toFixed(1)} MB (goal: under ${GOAL.megabytes}), of that heap +${heap.toFixed(1)} MB`,
      `  listening connections   ${connections} (goal: ${GOAL.connections})`,
      `  webhook's 200 to event  p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms (goal: under ${GOAL.milliseconds}), ${waits.length} changes`,
    ].join("\n")
  )
  return megabytes < GOAL.megabytes &&
    connections === GOAL.connections &&
    at(1) < GOAL.milliseconds
    ? 0
    : 1
}

async function startPurchases(
  cluster: StoreCluster
): Promise<StartedPurchase[]> {
  const purchases: StartedPurchase[] = []
  const start = async (): Promise<void> => {
    purchases.push(await startPurchase(cluster, "hosted"))
  }
  // The first alone: carts of one buyer, made at the same moment, would each make the customer.
  await start()
  while (purchases.length < PURCHASES) {
    const missing = PURCHASES - purchases.length
    await Promise.all(Array.from({ length: Math.min(5, missing) }, start))
  }
  return purchases
}

/** @returns milliseconds from the webhook's 200 to the event; 0 when the event was earlier */
async function change(
  cluster: StoreCluster,
  purchase: StartedPurchase,
  event: string,
  tabs: Tabs,
  status: string
): Promise<number> {
  const { sandbox, nodes } = cluster
  sandbox.faultDeliveries({ event, kind: "drop" })
  const [delivery] = sandbox.trigger(event, { orderNo: purchase.id })
  const [node] = nodes
  if (!delivery || !node) {
    throw new Error(`The sandbox has no ${event} of ${purchase.id}.`)
  }
  const told = tabs.told(purchase.session_id, `"status":"${status}"`)
  const answer = await deliverTo(cluster, node, purchase.rail, delivery.body)
  if (answer.status !== 200) {
    throw new Error(`The webhook was answered ${answer.status}.`)
  }
  const answered = performance.now()
  const wait = Math.max(0, (await told) - answered)
  if (status === "paid") {
    // One buyer after the other: the next one does not wait for this one's order.
    await tabs.told(purchase.session_id, '"final":true')
  }
  return wait
}

async function end(code: number): Promise<void> {
  const problems = await cleanup.run()
  problems.forEach((problem) => console.error(problem))
  process.exit(problems.length > 0 ? 1 : code)
}
