import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { PAYMENTS as LIST } from "../../src/modules/stablecoin/repository/lists/payments"
import {
  findNext,
  findPage,
} from "../../src/modules/stablecoin/repository/lists/read-lists"
import { readOverview } from "../../src/modules/stablecoin/repository/overview/overview"
import { readBacklog } from "../../src/modules/stablecoin/repository/overview/backlog"
import {
  fillLedger,
  fillMerchantWork,
  serial,
} from "../../harness/postgres/big-ledger"
import { PAYMENTS, request } from "../setup/module/list-requests"
import { MEDUSA_TABLES, migrate } from "../setup/module/test-ledger"
import { plansOf } from "../setup/postgres/plans"
import { schedules } from "../setup/store/schedule"

const FEW = 1_000
const MANY = 1_000_000

/** Exceptions, and refunds, of the larger ledger. */
const MERCHANT_WORK = 100_000

/** How many of them are open. */
const OPEN_ITEMS = 100

/** The cap of counts: the number of rows read to show "10,000 and more". */
const COUNTED = 10_000

describe("lists of 1,000,000 payments and webhooks", () => {
  const databases: Record<number, Knex> = {}
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    for (const rows of [FEW, MANY]) {
      const name = `stablecoin-list-${process.pid}-${rows}`
      const factory = TestDatabaseUtils.dbTestUtilFactory()
      await factory.create(name)
      const clientUrl = TestDatabaseUtils.getDatabaseURL(name)
      await migrate(clientUrl)
      const db = ModulesSdkUtils.createPgConnection({ clientUrl }) as Knex
      databases[rows] = db
      ends.push(async () => {
        await db.destroy()
        await factory.shutdown(name)
      })
      await db.raw(MEDUSA_TABLES)
      await fillLedger(db, rows)
      // As many payments need the merchant in both.
      const items = Math.min(rows, MERCHANT_WORK)
      await fillMerchantWork(db, items, items / OPEN_ITEMS)
    }
  })
  afterAll(async () => {
    for (const end of ends) {
      await end()
    }
  })

  it("have the rows of a full search, in its order", async () => {
    const db = databases[FEW]!
    for (const [what, read] of PAYMENTS.filter(([, { q }]) => !q)) {
      const { sort, limit, offset, ...of } = request(read)
      const key = {
        created_at: "created_at",
        paid_at: "paid_at",
        amount: "amount::numeric",
      }[sort.by]!
      const nulls = sort.direction === "asc" ? "FIRST" : "LAST"
      const all: string[] = await db("stablecoin_payment")
        .where((every) => {
          const { never_answered, needs_attention, proof_status, ...columns } =
            of.where
          Object.entries(columns).forEach(([column, values]) =>
            every.whereIn(column, [...values])
          )
          const { $gte, $lt } = of.created_at ?? {}
          every.where("created_at", ">=", $gte ?? "2000-01-01")
          every.where("created_at", "<", $lt ?? "2100-01-01")
          if (needs_attention) {
            every.whereRaw(
              "id IN (SELECT payment_id FROM stablecoin_refund WHERE status = 'due')"
            )
          }
          if (proof_status) {
            every
              .where({ rail: "onchain", status: "paid" })
              .whereRaw("COALESCE(proof_status, 'none') = ANY(?)", [
                [...proof_status],
              ])
          }
          if (never_answered) {
            every
              .where({ rail: "hosted" })
              .whereIn("status", ["creating", "pending", "abandoned"])
              .where("expires_at", "<=", new Date())
          }
        })
        .orderByRaw(
          `${key} ${sort.direction} NULLS ${nulls}, id ${sort.direction}`
        )
        .pluck("id")
      expect({
        what,
        ...(await findPage(db, LIST, request(read))),
      }).toEqual({
        what,
        ids: all.slice(offset, offset + limit),
        count: all.length,
        count_exceeded: false,
      })
    }
  })

  it("are searched and sorted through indexes, in one statement", async () => {
    const db = databases[MANY]!
    for (const [what, read] of PAYMENTS) {
      const isFiltered = Object.keys(read.where ?? {}).length > 0
      if (isFiltered && !read.q) {
        continue
      }
      const plan = await plansOf(db, () => findPage(db, LIST, request(read)))
      expect({ what, ...plan }).toMatchObject({ statements: 1, scanned: [] })
      // Each row is read once, to be counted and sorted.
      expect(plan.rows).toBeLessThan(read.q ? 100 : 2 * (COUNTED + 1))
    }
  })

  it("are exported page by page, each at the cost of its rows, wherever it is", async () => {
    const db = databases[MANY]!
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
        findNext(db, LIST, request({ sort, where }), middle[0] ?? null, page)
      )
      expect({ by, ...plan }).toMatchObject({ statements: 1, scanned: [] })
      expect(plan.rows).toBeLessThan(3 * page)
    }
  })

  it("cost the overview only the period's rows, in indexes alone", async () => {
    const db = databases[MANY]!
    const now = new Date()
    const request = { by: "chain", mode: "live", timezone: "UTC" } as const
    for (const days of [7, 30]) {
      const plan = await plansOf(db, () =>
        readOverview(db, { ...request, days }, now)
      )
      expect(plan).toMatchObject({ statements: 5, scanned: [] })
      expect(plan.nodes).toContain("Index Only Scan")
      // One row per minute. Three statements read the period.
      expect(plan.rows).toBeLessThan(3 * days * 24 * 60)
      // A page of an index has many rows, one of the table few. The table is read
      // only for the few payments that the network does not show.
      expect(plan.buffers).toBeLessThan(plan.rows / 20)
    }
  })

  it("cost metrics only the waiting rows, up to a limit", async () => {
    const db = databases[MANY]!
    await db("stablecoin_webhook_event")
      .where({ status: "failed" })
      .update({ next_attempt_at: new Date() })
    const makeDue = async (count: number) =>
      await schedules(db)
        .whereIn("payment_id", waitingPayments(db).limit(count))
        .update({ next_reconcile_at: new Date(Date.now() - 60_000) })

    await makeDue(50)
    const plan = await plansOf(db, () => readBacklog(db))
    const backlog = await readBacklog(db)
    expect(backlog).toMatchObject({
      payments_due: 50,
      refunds_due: OPEN_ITEMS,
      exceptions: [{ kind: "not_settled", count: OPEN_ITEMS }],
    })
    expect(backlog.webhooks_pending).toBeGreaterThan(100)
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

function waitingPayments(db: Knex): Knex.QueryBuilder {
  return db("stablecoin_schedule")
    .select("payment_id")
    .whereNotNull("next_reconcile_at")
}
