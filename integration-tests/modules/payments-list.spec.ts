import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import {
  listPayments,
  selectPayments,
} from "../../src/modules/stablecoin/repository/lists/list-payments"
import { walkIds } from "../../src/modules/stablecoin/repository/lists/walk-ids"
import { readOverview } from "../../src/modules/stablecoin/repository/overview/overview"
import { readBacklog } from "../../src/modules/stablecoin/repository/overview/backlog"
import {
  fillLedger,
  fillMerchantWork,
  serial,
} from "../../harness/postgres/big-ledger"
import {
  type ListInput,
  PAYMENTS,
  LIST_REQUESTS,
  request,
} from "../setup/module/list-requests"
import { migrate } from "../setup/module/test-ledger"
import { type Plan, plansOf } from "../setup/postgres/plans"
import { schedules } from "../setup/store/schedule"

const FEW = 1_000
const MANY = 1_000_000

/** Exceptions, and refunds, of the larger ledger. */
const MERCHANT_WORK = 100_000

/** How many of them are open. */
const OPEN_ITEMS = 100

/** The cap of counts: the number of rows read to show "10,000 and more". */
const COUNTED = 10_000

/** The cap of rows read to find matches that no index leads to. */
const CHECKED = 50_000

/**
 * Upper bound of the combinations of rail, status, chain, currency, mode and
 * account.
 */
const GROUPS = 200

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
    for (const [what, read] of PAYMENTS.filter(([, { names }]) => !names)) {
      const { sort, limit, offset, ...of } = request(read)
      const key = {
        created_at: "created_at",
        paid_at: "paid_at",
        amount: "amount::numeric",
      }[sort.by]!
      const nulls = sort.direction === "asc" ? "FIRST" : "LAST"
      const all: string[] = await db("stablecoin_payment")
        .where((every) => {
          Object.entries(of.where).forEach(([column, values]) =>
            every.whereIn(column, [...values])
          )
          const { $gte, $lt } = of.created_at ?? {}
          every.where("created_at", ">=", $gte ?? "2000-01-01")
          every.where("created_at", "<", $lt ?? "2100-01-01")
          if (of.needs_attention) {
            every.whereRaw(
              "id IN (SELECT payment_id FROM stablecoin_refund WHERE status = 'due')"
            )
          }
          if (of.proof_status) {
            every
              .where({ rail: "onchain", status: "paid" })
              .whereRaw("COALESCE(proof_status, 'none') = ANY(?)", [
                [...of.proof_status],
              ])
          }
          if (of.never_answered) {
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
        ...(await listPayments(db, request(read), new Date())),
      }).toEqual({
        what,
        ids: all.slice(offset, offset + limit),
        count: all.length,
        count_exceeded: false,
      })
    }
  })

  it("read no more database pages than those of 1,000, for any query", async () => {
    const table: string[] = [
      [
        "query",
        "statements",
        "rows read",
        "counted",
        "on pages",
        "sorted",
        "pages",
        "at 1,000",
      ].join(" | "),
    ]
    const tooMuch: string[] = []
    for (const [what, read, list] of LIST_REQUESTS) {
      const few = await plansOf(databases[FEW]!, () => list(databases[FEW]!))
      const many = await plansOf(databases[MANY]!, () => list(databases[MANY]!))
      table.push(
        [
          what,
          many.statements,
          many.rows - many.counted,
          many.counted,
          many.countedBuffers,
          many.sorted,
          many.buffers,
          few.buffers,
        ].join(" | ")
      )
      tooMuch.push(...excess(many, few, read).map((each) => `${what}: ${each}`))
    }
    process.stdout.write(`\n${table.join("\n")}\n`)
    expect(tooMuch).toEqual([])
  })

  it("are exported page by page, each at the cost of its rows, wherever it is", async () => {
    const db = databases[MANY]!
    const keys: Record<string, string> = {
      created_at: "created_at",
      paid_at: "COALESCE(paid_at, '-infinity')",
      amount: "amount",
    }
    const page = 250
    const tooMuch: string[] = []
    for (const [what, read] of PAYMENTS.filter(([, { names }]) => !names)) {
      const selection = await selectPayments(db, request(read), new Date())
      const { by } = selection.request.sort
      const middle: { id: string; key_text: string }[] = await db(
        "stablecoin_payment"
      )
        .select("id", db.raw(`CAST(${keys[by]} AS text) AS key_text`))
        .where({ id: `stpay_${serial(MANY / 2)}` })
      const plan = await plansOf(db, () =>
        walkIds(db, selection, middle[0] ?? null, page)
      )
      if (plan.scanned.length || plan.rows > 2 * page + 4 * GROUPS) {
        tooMuch.push(`${what}: ${plan.rows} rows, ${plan.scanned.join()}`)
      }
    }
    expect(tooMuch).toEqual([])
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

/** The work of a plan that would grow with the table. */
function excess(many: Plan, few: Plan, read: ListInput): string[] {
  const pages = (read.offset ?? 0) + 20
  // Dates with another sort: the counted rows are sorted, up to the cap.
  const window = read.created_at && read.sort ? COUNTED : 0
  const rows = many.rows - many.counted
  // These read a number of rows that does not depend on the table's size, and
  // one more to see that there are more.
  const limited = read.names || read.needs_attention ? few : null
  // Proofs that most payments have are checked on rows, up to a limit.
  const isChecked = read.proof_status?.some(
    (status) => status === "proven" || status === "none"
  )
  const counted = isChecked ? CHECKED : COUNTED
  // Index entries are adjacent, but a payment's expiry and its proof are in the
  // table, on any page.
  const onPages =
    read.never_answered || read.proof_status ? many.counted : many.counted / 20
  return [
    ...many.scanned.map((table) => `reads all of ${table}`),
    ...(many.counted > counted + GROUPS
      ? [`reads ${many.counted} rows to count them`]
      : []),
    ...(many.countedBuffers > onPages + 4 * GROUPS
      ? [`reads ${many.countedBuffers} pages to count`]
      : []),
    ...(rows > Math.max(pages + 2 * GROUPS, limited?.rows ?? 0) + window + 1
      ? [`reads ${rows} rows`]
      : []),
    // Sorts the first row of each group, and a larger table has no more groups.
    ...(many.sorted > Math.max(pages, GROUPS, limited?.sorted ?? 0) + window + 1
      ? [`sorts ${many.sorted} rows`]
      : []),
    ...(many.buffers > 2 * few.buffers + 2 * pages + 8 * GROUPS + 2 * window
      ? [`reads ${many.buffers} pages, at ${few.buffers} for 1,000`]
      : []),
  ]
}
