import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DEPOSITS } from "../../src/modules/stablecoin/repository/lists/deposits"
import { EXCEPTIONS } from "../../src/modules/stablecoin/repository/lists/exceptions"
import type {
  List,
  ListRequest,
} from "../../src/modules/stablecoin/repository/lists/list"
import { PAYMENTS } from "../../src/modules/stablecoin/repository/lists/payments"
import {
  findNext,
  findPage,
} from "../../src/modules/stablecoin/repository/lists/read-lists"
import { REFUNDS } from "../../src/modules/stablecoin/repository/lists/refunds"
import { WEBHOOK_EVENTS } from "../../src/modules/stablecoin/repository/lists/webhook-events"
import { readOverview } from "../../src/modules/stablecoin/repository/overview/overview"
import { readBacklog } from "../../src/modules/stablecoin/repository/overview/backlog"
import {
  fillLedger,
  fillMerchantWork,
  hoursAgo,
  serial,
} from "../../tools/harness/postgres/big-ledger"
import { testDatabase } from "../setup/module/test-database"
import { plansOf } from "../setup/postgres/plans"
import { schedules } from "../setup/store/schedule"

const MANY = 200_000

/** Exceptions, and refunds. */
const MERCHANT_WORK = 100_000

/** How many of them are open. */
const OPEN_ITEMS = 100

const DEPOSIT_COUNT = 20_000

/** The cap of counts: the number of rows read to show "10,000 and more". */
const COUNTED = 10_000

/** Captured deposits, except one without a use and one that is used in part. */
const FILL_DEPOSITS = `INSERT INTO stablecoin_deposit
    (id, rail, amount, allocated, currency, chain, tx_hash, log_index, sender,
     arrived_at, created_at)
  SELECT 'stdep_' || n, 'onchain', '12.5',
    CASE n WHEN 1 THEN 0 WHEN ${DEPOSIT_COUNT} THEN 12.49 ELSE 12.5 END, 'USDT',
    'POLYGON', '0x' || md5(n::text), 0, '0x' || md5('from' || n), now(),
    now() - make_interval(secs => n)
  FROM generate_series(1, ${DEPOSIT_COUNT}) AS n;
  INSERT INTO stablecoin_allocation (id, deposit_id, kind, amount)
  SELECT 'stall_' || n, 'stdep_' || n, 'capture',
    CASE n WHEN ${DEPOSIT_COUNT} THEN '12.49' ELSE '12.50' END
  FROM generate_series(2, ${DEPOSIT_COUNT}) AS n;
  ANALYZE stablecoin_deposit; ANALYZE stablecoin_allocation`

const md5 = (text: string) =>
  `0x${createHash("md5").update(text).digest("hex")}`
const oldest = (by: string) => ({ by, direction: "asc" }) as const
const newest = (by: string) => ({ by, direction: "desc" }) as const

/** Requests that read no more rows than are counted, however many there are. */
const SHORT: [list: List, input: Partial<ListRequest>][] = [
  ...[PAYMENTS, DEPOSITS, EXCEPTIONS, REFUNDS, WEBHOOK_EVENTS].map(
    (list): [List, Partial<ListRequest>] => [list, {}]
  ),
  [PAYMENTS, { offset: 9_980 }],
  [PAYMENTS, { sort: newest("amount") }],
  [PAYMENTS, { sort: oldest("amount"), offset: 9_980 }],
  [PAYMENTS, { sort: newest("paid_at") }],
  [PAYMENTS, { sort: oldest("paid_at") }],
  [PAYMENTS, { where: { mode: ["live"] }, sort: newest("amount") }],
  [PAYMENTS, { where: { status: ["paid"] } }],
  [PAYMENTS, { where: { mode: ["test"] } }],
  [PAYMENTS, { where: { chain: ["AVALANCHE"] }, sort: newest("amount") }],
  [PAYMENTS, { where: { account: ["hosted_old"] } }],
  [PAYMENTS, { where: { proof_status: ["contradicted", "found"] } }],
  [PAYMENTS, { where: { needs_attention: ["true"] } }],
  [PAYMENTS, { where: { order_id: [`order_${serial(777)}`] } }],
  [PAYMENTS, { where: { cart_id: [`cart_${serial(777)}`] } }],
  [PAYMENTS, { created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) } }],
  [EXCEPTIONS, { where: { status: ["open"] }, sort: oldest("group") }],
  [REFUNDS, { where: { status: ["due"] } }],
  [DEPOSITS, { where: { has_rest: ["true"] } }],
]

/** Searches, and the one row that each finds at most. */
const SEARCHES: [list: List, q: string, id?: string][] = [
  [PAYMENTS, `stpay_${serial(777)}`, `stpay_${serial(777)}`],
  [PAYMENTS, `payses_${serial(777)}`, `stpay_${serial(777)}`],
  [PAYMENTS, `gateway-${serial(777)}`, `stpay_${serial(777)}`],
  [PAYMENTS, `REF-${serial(777)}`, `stpay_${serial(777)}`],
  [PAYMENTS, "unknown"],
  [EXCEPTIONS, `stpay_${serial(777)}`, `stexc_${serial(777)}`],
  [REFUNDS, `stpay_${serial(777)}`, `stref_${serial(777)}`],
  [WEBHOOK_EVENTS, `stpay_${serial(777)}`, `stwhe_${serial(777)}`],
  [DEPOSITS, md5("777"), "stdep_777"],
  [DEPOSITS, md5("from777"), "stdep_777"],
]

/** A complete request, newest first by default. */
function request(input: Partial<ListRequest>): ListRequest {
  const sort = newest("created_at")
  return { where: {}, sort, limit: 20, offset: 0, ...input }
}

describe("lists of many payments and webhooks", () => {
  const database = testDatabase()
  let db: Knex

  beforeAll(async () => {
    ;({ db } = database)
    await fillLedger(db, MANY)
    await fillMerchantWork(db, MERCHANT_WORK, MERCHANT_WORK / OPEN_ITEMS)
    await db.raw(FILL_DEPOSITS)
  })

  it("are filtered and sorted through indexes, in one statement", async () => {
    for (const [list, input] of SHORT) {
      const plan = await plansOf(db, () => findPage(db, list, request(input)))
      const { many } = list
      expect({ many, input, ...plan }).toMatchObject({
        statements: 1,
        scanned: [],
      })
      // Each row is read once, to be counted and sorted.
      expect(plan.rows).toBeLessThan(2 * (COUNTED + 1))
    }
  })

  it("are searched through indexes, which read few rows", async () => {
    for (const [list, q, id] of SEARCHES) {
      let found: unknown
      const plan = await plansOf(db, async () => {
        found = await findPage(db, list, request({ q }))
      })
      expect({ q, found }).toMatchObject({ q, found: { ids: id ? [id] : [] } })
      expect({ q, ...plan }).toMatchObject({ statements: 1, scanned: [] })
      // Words are searched in the open items only.
      expect(plan.rows).toBeLessThan(2 * OPEN_ITEMS)
    }
  })

  it("find unallocated money among any number of used deposits, also a cent", async () => {
    const unallocated = request({ where: { has_rest: ["true"] } })
    expect(await findPage(db, DEPOSITS, unallocated)).toEqual({
      ids: ["stdep_1", `stdep_${DEPOSIT_COUNT}`],
      count: 2,
      count_exceeded: false,
    })
  })

  it("are exported page by page, each at the cost of its rows, wherever it is", async () => {
    const keys: Record<string, string> = {
      created_at: "created_at",
      paid_at: "COALESCE(paid_at, '-infinity')",
      amount: "amount",
    }
    const page = 250
    for (const [by, key] of Object.entries(keys)) {
      const sort = { by, direction: "desc" } as const
      const where = { status: ["paid"] }
      const middle: { id: string; key: string }[] = await db(
        "stablecoin_payment"
      )
        .select("id", db.raw(`CAST(${key} AS text) AS key`))
        .where({ id: `stpay_${serial(MANY / 2)}` })
      const plan = await plansOf(db, () =>
        findNext(
          db,
          PAYMENTS,
          request({ sort, where }),
          middle[0] ?? null,
          page
        )
      )
      expect({ by, ...plan }).toMatchObject({ statements: 1, scanned: [] })
      expect(plan.rows).toBeLessThan(3 * page)
    }
  })

  it("cost the overview only the period's rows, in indexes alone", async () => {
    const now = new Date()
    const request = { by: "chain", mode: "live", timezone: "UTC" } as const
    for (const days of [7, 30]) {
      const plan = await plansOf(db, () =>
        readOverview(db, { ...request, days }, now)
      )
      expect(plan).toMatchObject({ statements: 4, scanned: [] })
      expect(plan.nodes).toContain("Index Only Scan")
      // One row per minute. Three statements read the period.
      expect(plan.rows).toBeLessThan(3 * days * 24 * 60)
      // A page of an index has many rows, one of the table few.
      expect(plan.buffers).toBeLessThan(plan.rows / 20)
    }
  })

  it("cost metrics only the waiting rows, up to a limit", async () => {
    await db("stablecoin_webhook_event")
      .where({ status: "failed" })
      .update({ next_attempt_at: new Date() })
    const makeDue = async (count: number) =>
      await schedules(db)
        .whereIn("payment_id", schedules(db).select("payment_id").limit(count))
        .update({ next_reconcile_at: new Date(Date.now() - 60_000) })

    await makeDue(50)
    const plan = await plansOf(db, () => readBacklog(db))
    const backlog = await readBacklog(db)
    expect(backlog).toMatchObject({
      payments_due: 50,
      refunds_due: OPEN_ITEMS,
      exceptions: [{ kind: "not_settled", count: OPEN_ITEMS }],
    })
    expect(backlog.webhooks_pending).toBeGreaterThan(20)
    expect(plan).toMatchObject({ statements: 1, scanned: [] })
    expect(plan.rows).toBe(backlog.webhooks_pending + 50 + 2 * OPEN_ITEMS)

    await makeDue(15_000)
    const limited = await plansOf(db, () => readBacklog(db))
    expect(limited.scanned).toEqual([])
    expect(limited.rows).toBeLessThan(COUNTED + 1_000)
    const { payments_due, oldest_due_age } = await readBacklog(db)
    expect(payments_due).toBe(COUNTED)
    expect(oldest_due_age).toBeGreaterThan(59)
  })
})
