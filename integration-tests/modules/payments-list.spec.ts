import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import { listDeliveries } from "../../src/modules/stablecoin/store/lists/list-deliveries"
import {
  listPayments,
  type PaymentsRequest,
} from "../../src/modules/stablecoin/store/lists/list-payments"
import { fillLedger, hoursAgo } from "../setup/big-ledger"
import { migrate } from "../setup/module-ledger"
import { type Plan, plansOf } from "../setup/plans"

jest.setTimeout(300_000)

const FEW = 1_000
const MANY = 1_000_000

/** The cap of counts: so many rows are read to say "10,000 and more". */
const COUNTED = 10_000

/** Combinations of rail, status, chain, currency, mode and account that there may be here. */
const GROUPS = 200

type Asked = Partial<PaymentsRequest>

const NEWEST = { by: "created_at", direction: "desc" } as const
const oldest = (by: string) => ({ by, direction: "asc" }) as const
const newest = (by: string) => ({ by, direction: "desc" }) as const

const named = (q: string) => ({
  names: { q, order_ids: [], payment_collection_ids: [] },
})

const PAYMENTS: [what: string, asked: Asked][] = [
  ["everything", {}],
  ["everything, page 500", { offset: 9_980 }],
  ["by amount", { sort: newest("amount") }],
  ["by amount, page 500", { sort: oldest("amount"), offset: 9_980 }],
  ["by paid_at", { sort: newest("paid_at") }],
  ["by paid_at, unpaid first", { sort: oldest("paid_at") }],
  ["rail, which half are", { where: { rail: ["hosted"] } }],
  ["status, which most are", { where: { status: ["paid"] } }],
  ["status, which few are", { where: { status: ["creating"] } }],
  ["chain, which few are", { where: { chain: ["AVALANCHE"] } }],
  [
    "rare status on a rare chain",
    { where: { status: ["creating"], chain: ["AVALANCHE"] } },
  ],
  [
    "rare chain in test mode, by amount",
    { where: { mode: ["test"], chain: ["AVALANCHE"] }, sort: newest("amount") },
  ],
  [
    "what nearly all are, by amount",
    { where: { mode: ["live"] }, sort: oldest("amount") },
  ],
  ["old credentials", { where: { account: ["hosted_old"] } }],
  [
    "several of each",
    {
      where: { status: ["pending", "failed"], currency: ["USDC", "USDT"] },
      sort: newest("paid_at"),
      offset: 2_000,
    },
  ],
  ["nothing is such", { where: { status: ["paid"], mode: ["unheard"] } }],
  ["one day", { created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) } }],
  [
    "a long time, by amount",
    { created_at: { $gte: "2000-01-01" }, sort: newest("amount") },
  ],
  [
    "one day, by amount, of a status",
    {
      where: { status: ["paid"] },
      created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) },
      sort: newest("amount"),
    },
  ],
  ["never answered", { never_answered: true }],
  [
    "never answered, the oldest",
    { never_answered: true, sort: oldest("created_at") },
  ],
  ["an order", { where: { order_id: ["order_777"] } }],
  ["a cart, paid", { where: { cart_id: ["cart_777"], status: ["paid"] } }],
  ["a collection", { where: { payment_collection_id: ["pay_col_777"] } }],
  ["q: payment", named("stpay_777")],
  ["q: session", named("payses_777")],
  ["q: gateway", named("gateway-777")],
  ["q: reference", named("REF-777")],
  ["q: nothing, by amount", { ...named("nobody"), sort: newest("amount") }],
]

const DELIVERIES: [what: string, asked: Asked][] = [
  ["everything", {}],
  ["everything, page 500", { offset: 9_980 }],
  ["status, which few are", { where: { status: ["dead", "failed"] } }],
  [
    "rare event of a rare status",
    { where: { event: ["payment.failed"], status: ["dead"] } },
  ],
  ["of a payment", { where: { payment_id: ["stpay_777"] } }],
  ["one day", { created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) } }],
  ["q: delivery", named("stdel_777")],
  ["q: session", named("payses_777")],
  ["q: event", named("payment.failed")],
  ["q: nothing", named("nobody")],
]

const QUESTIONS = [
  ...PAYMENTS.map(
    ([what, asked]) =>
      [
        `payments: ${what}`,
        asked,
        (db: Knex) => listPayments(db, request(asked), new Date()),
      ] as const
  ),
  ...DELIVERIES.map(
    ([what, asked]) =>
      [
        `deliveries: ${what}`,
        asked,
        (db: Knex) => listDeliveries(db, request(asked)),
      ] as const
  ),
]

function request(asked: Asked): PaymentsRequest {
  return { where: {}, sort: NEWEST, limit: 20, offset: 0, ...asked }
}

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
    }
  })
  afterAll(async () => {
    for (const end of ends) {
      await end()
    }
  })

  it("have the rows that a search of them all would find, in its order", async () => {
    const db = databases[FEW]!
    for (const [what, asked] of PAYMENTS.filter(([, { names }]) => !names)) {
      const { sort, limit, offset, ...of } = request(asked)
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
        ...(await listPayments(db, request(asked), new Date())),
      }).toEqual({
        what,
        ids: all.slice(offset, offset + limit),
        count: all.length,
        count_exceeded: false,
      })
    }
  })

  it("read no more pages of the database than those of 1,000, whatever is asked", async () => {
    const table: string[] = [
      [
        "question",
        "statements",
        "rows read",
        "counted",
        "sorted",
        "pages",
        "at 1,000",
      ].join(" | "),
    ]
    const tooMuch: string[] = []
    for (const [what, asked, ask] of QUESTIONS) {
      const few = await plansOf(databases[FEW]!, () => ask(databases[FEW]!))
      const many = await plansOf(databases[MANY]!, () => ask(databases[MANY]!))
      table.push(
        [
          what,
          many.statements,
          many.rows - many.counted,
          many.counted,
          many.sorted,
          many.buffers,
          few.buffers,
        ].join(" | ")
      )
      tooMuch.push(
        ...excess(many, few, asked).map((each) => `${what}: ${each}`)
      )
    }
    process.stdout.write(`\n${table.join("\n")}\n`)
    expect(tooMuch).toEqual([])
  })
})

/** What a plan does that would grow with the table. */
function excess(many: Plan, few: Plan, asked: Asked): string[] {
  const pages = (asked.offset ?? 0) + 20
  // Dates with another sort: what is counted is sorted, or was too much.
  const window = asked.created_at && asked.sort ? COUNTED : 0
  const rows = many.rows - many.counted
  return [
    ...many.scanned.map((table) => `reads all of ${table}`),
    ...(many.counted > COUNTED + GROUPS
      ? [`reads ${many.counted} rows to count them`]
      : []),
    ...(rows > pages + 2 * GROUPS + window ? [`reads ${rows} rows`] : []),
    ...(many.sorted > pages + window + 1 ? [`sorts ${many.sorted} rows`] : []),
    ...(many.buffers > 2 * few.buffers + 2 * pages + 8 * GROUPS + 2 * window
      ? [`looks at ${many.buffers} pages, at ${few.buffers} for 1,000`]
      : []),
  ]
}
