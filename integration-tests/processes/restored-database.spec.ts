import { type StoreCluster, startCluster } from "../../harness/cluster/cluster"
import { PAID_EVENTS } from "../../harness/gateway/webhooks"
import { TestDatabases } from "../../harness/postgres/test-databases"
import { readImbalancesAt } from "../../harness/records/imbalances"
import { startPurchase } from "../../harness/shop/purchase"
import { waitFor } from "../../harness/wait-for"
import { RAILS } from "../../src/ledger"
import { countOf, makeDue, ordered } from "../setup/cluster/purchases"

// The database is restored from a backup, as docs/backup.md describes.
const databases = TestDatabases.ofThisRun()
let cluster: StoreCluster

beforeAll(async () => {
  cluster = await startCluster({
    processes: 1,
    databases,
    redisUrl: String(process.env.REDIS_URL),
    sandbox: { webhookBackoffMs: 50 },
  })
})

afterAll(async () => {
  await cluster?.close()
})

it("a store that is restored to a backup accounts for all money that was paid since", async () => {
  const { sandbox, db, databaseUrl, nodes } = cluster
  const start = async () => ({
    hosted: await startPurchase(cluster, "hosted"),
    onchain: await startPurchase(cluster, "onchain"),
  })
  const pay = async (purchases: Awaited<ReturnType<typeof start>>) => {
    for (const rail of RAILS) {
      await sandbox.pay({ orderNo: purchases[rail].id })
      await ordered(cluster, purchases[rail])
    }
  }
  const paidBefore = await start()
  await pay(paidBefore)
  const paidSince = await start()
  const backup = await databases.backUp(databaseUrl)
  await pay(paidSince)
  const startedSince = await start()
  await pay(startedSince)

  for (const node of nodes) {
    await node.end()
  }
  await databases.restore(databaseUrl, backup)
  for (const node of nodes) {
    await node.start()
  }

  // On-chain orders are read from the gateway again.
  await makeDue(cluster)
  await nodes[0]?.runJob()
  await ordered(cluster, paidSince.onchain)
  const status = await db.one(
    "SELECT status FROM stablecoin_payment WHERE id = $1",
    [paidSince.hosted.id]
  )
  expect(status).toEqual({ status: "pending" })

  // The gateway sends the webhooks of the last day again.
  const paidEvents = Object.values(PAID_EVENTS)
  for (const { id, event } of sandbox.webhooks()) {
    if (paidEvents.includes(event)) {
      sandbox.resend(id)
    }
  }
  await sandbox.settled()
  await ordered(cluster, paidSince.hosted)
  const unknown = await waitFor(
    "the payments that the backup lacks",
    async () => {
      const rows = await db.query<{ order_no: string; amount: string }>(
        `SELECT details ->> 'order_no' AS order_no, amount
       FROM stablecoin_exception AS exception
       JOIN stablecoin_deposit AS deposit ON deposit.id = exception.deposit_id
       WHERE kind = 'unknown_payment' AND exception.status = 'open'`
      )
      return rows.length === RAILS.length && rows
    }
  )
  expect(unknown).toEqual(
    expect.arrayContaining(
      RAILS.map((rail) =>
        expect.objectContaining({ order_no: startedSince[rail].id })
      )
    )
  )
  for (const purchases of [paidBefore, paidSince]) {
    for (const rail of RAILS) {
      expect(await countOf(cluster, purchases[rail])).toMatchObject({
        paid: 1,
        captures: 1,
        orders: 1,
      })
    }
  }
  expect(await readImbalancesAt(databaseUrl)).toEqual([])
})
