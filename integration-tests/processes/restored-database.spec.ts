import {
  type StoreCluster,
  startCluster,
} from "../../tools/harness/cluster/cluster"
import { TestDatabases } from "../../tools/harness/postgres/test-databases"
import { readImbalancesAt } from "../../tools/harness/records/imbalances"
import { startPurchase } from "../../tools/harness/shop/purchase"
import { waitFor } from "../../tools/harness/wait-for"
import { RAILS } from "../../src/ledger"
import { countOf, ordered } from "../setup/cluster/purchases"
import { runCli } from "../setup/commands/run-cli"

// The database is restored from a backup, as docs/backup.md describes.
const databases = TestDatabases.ofThisRun()
let cluster: StoreCluster

beforeAll(async () => {
  cluster = await startCluster({
    processes: 1,
    receivers: 1,
    databases,
    redisUrl: String(process.env.REDIS_URL),
    sandbox: { webhookBackoffMs: 50 },
  })
})

afterAll(async () => {
  await cluster?.close()
})

it("a store that is restored to a backup accounts for all money that was paid since", async () => {
  const { sandbox, db, databaseUrl, nodes, spool } = cluster
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
  const since = new Date().toISOString().slice(0, "2026-11-25T13".length)
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

  // The receiver has kept what the lost store had accepted.
  const replayed = await runCli([
    "receive",
    ...["--store", String(nodes[0]?.url), "--spool", spool],
    ...["--replay-since", since],
  ])
  expect(replayed).toMatchObject({ code: 0, err: "" })
  for (const rail of RAILS) {
    await ordered(cluster, paidSince[rail])
  }
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
