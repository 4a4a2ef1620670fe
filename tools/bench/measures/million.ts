import { DEPOSITS } from "../../../src/modules/stablecoin/repository/lists/deposits"
import { EXCEPTIONS } from "../../../src/modules/stablecoin/repository/lists/exceptions"
import type {
  List,
  ListRequest,
} from "../../../src/modules/stablecoin/repository/lists/list"
import { PAYMENTS } from "../../../src/modules/stablecoin/repository/lists/payments"
import { REFUNDS } from "../../../src/modules/stablecoin/repository/lists/refunds"
import { WEBHOOK_EVENTS } from "../../../src/modules/stablecoin/repository/lists/webhook-events"
import {
  alternating,
  median,
  type Measure,
  percentile,
  type Row,
} from "../measure"
import type { BenchContext } from "../context"
import { serial } from "../../harness/postgres/big-ledger"
import { DUE, type Ledger, openLedger } from "../two-ledgers"

const FEW = 1_000
const MANY = 1_000_000
/** Rows that a quick run can fill in seconds. */
const QUICK = 50_000

/** Queries a ledger. Returns the duration in milliseconds. */
type LedgerQuery = {
  what: string
  run(ledger: Ledger): Promise<number>
  /** Maximum of its 95th percentile; absent: it must not grow with the rows. */
  most?: number
}

/** Maximum of a list's and a search's 95th percentile, in milliseconds. */
const LIST_MS = 300

const AMOUNT = { by: "amount", direction: "desc" } as const

/** Requests of the payments' list, of which some match nothing. */
const PAYMENT_LISTS: [what: string, read: Partial<ListRequest>][] = [
  ["payments, first page", {}],
  [
    "payments, live mode by amount",
    { where: { mode: ["live"] }, sort: AMOUNT },
  ],
  ["payments, those paid", { where: { status: ["paid"] } }],
  ["payments, test mode", { where: { mode: ["test"] } }],
  [
    "payments, filters without a match, by amount",
    { where: { rail: ["hosted"], chain: ["POLYGON"] }, sort: AMOUNT },
  ],
  ["payments, never answered", { where: { never_answered: ["true"] } }],
  ["payments, proven", { where: { proof_status: ["proven"] } }],
  [
    "payments, those that need attention",
    { where: { needs_attention: ["true"] } },
  ],
]

/** Searches in each ledger, by the number of a row. */
const SEARCHES: [
  what: string,
  list: List,
  textOf: (number: string) => string,
][] = [
  ["a reference", PAYMENTS, (number) => `REF-${number}`],
  ["an e-mail address", PAYMENTS, (number) => `cus_${number}@example.com`],
  ["nothing", PAYMENTS, () => "unknown"],
  ["exceptions of a payment", EXCEPTIONS, (number) => `stpay_${number}`],
  [
    "refunds of an e-mail address",
    REFUNDS,
    (number) => `cus_${number}@example.com`,
  ],
]

const OTHER_LISTS: [list: List, where: ListRequest["where"]][] = [
  [EXCEPTIONS, { kind: ["paid_twice"] }],
  [REFUNDS, { status: ["void"] }],
  [WEBHOOK_EVENTS, { event: ["payment.failed"] }],
  [DEPOSITS, { has_rest: ["true"] }],
]

const LISTS: LedgerQuery[] = [
  ...PAYMENT_LISTS.map(([what, read]) => ({
    what: `list: ${what}`,
    most: LIST_MS,
    run: async (ledger: Ledger) => await page(ledger, PAYMENTS, read),
  })),
  ...OTHER_LISTS.map(([list, where]) => ({
    what: `list: ${list.many}, ${Object.values(where).join()}`,
    most: LIST_MS,
    run: async (ledger: Ledger) => await page(ledger, list, { where }),
  })),
  ...SEARCHES.map(([what, list, textOf]) => ({
    what: `search: ${what}`,
    most: LIST_MS,
    run: async (ledger: Ledger) =>
      await page(ledger, list, { q: textOf(serial(anyOf(ledger.rows))) }),
  })),
]

/** A day has about as many payments in the small ledger as in the large one. */
const TODAY = {
  days: 1,
  by: "currency",
  mode: "live",
  timezone: "UTC",
} as const

const QUERIES: LedgerQuery[] = [
  { what: `due-scan: ${DUE} payments claimed`, run: claim },
  ...LISTS,
  {
    what: "overview, today",
    run: async ({ repository }) =>
      await timed(() => repository.overview.read(TODAY, new Date())),
  },
  {
    what: "session lookup",
    run: async ({ repository, rows }) => {
      const session = `payses_${serial(anyOf(rows))}`
      return await timed(() => repository.medusa.findShownPayment(session))
    },
  },
]

/** Query times on ledgers of a thousand and of a million payments. */
export const million: Measure = {
  name: "million",
  run: async (context) => {
    const { databaseUrl } = await context.store()
    const ledgers: Ledger[] = []
    const open = async (rows: number): Promise<Ledger> => {
      context.say(`Filling a ledger with ${rows.toLocaleString("en-US")} rows.`)
      const ledger = await openLedger(databaseUrl, rows)
      ledgers.push(ledger)
      return ledger
    }
    try {
      const few = await open(FEW)
      const many = await open(context.quick ? QUICK : MANY)
      return await rowsOf(context, { few, many })
    } finally {
      for (const ledger of ledgers) {
        await ledger.close()
      }
    }
  },
}

async function rowsOf(
  { quick }: BenchContext,
  ledgers: { few: Ledger; many: Ledger }
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { what, run, most } of QUERIES) {
    const rounds = quick || most ? 20 : 200
    const { few, many } = await alternating(
      ["few", "many"],
      rounds,
      async (side) => await run(ledgers[side])
    )
    const size = ledgers.many.rows.toLocaleString("en-US")
    rows.push({
      what: `${what}, of ${size}`,
      ...(most
        ? {
            ours: { value: percentile(many, 0.95), unit: "ms" },
            goal: { kind: "figure", is: "at most", value: most },
          }
        : {
            ours: { value: median(many), unit: "ms" },
            reference: { value: median(few), unit: "ms" },
            goal: { kind: "figure", is: "at most", value: 2 },
          }),
    })
  }
  const note = `Reference: the same of ${FEW.toLocaleString("en-US")}, alternating; medians of ${quick ? 20 : 200}. Lists and searches: 95th percentiles of 20, without a reference. The module's own statements, without HTTP, which would make the two more alike.`
  return rows.map((row, index) => (index === 0 ? { ...row, note } : row))
}

/**
 * Claims due payments and releases them, so that the next claim finds the same.
 */
async function claim({ repository }: Ledger): Promise<number> {
  let claimed: Awaited<ReturnType<typeof repository.schedules.claimDue>> = []
  const time = await timed(async () => {
    claimed = await repository.schedules.claimDue({
      owner: "bench",
      limit: DUE,
      leaseMs: 60_000,
    })
  })
  if (claimed.length !== DUE) {
    throw new Error(`${claimed.length} payments were claimed, not ${DUE}.`)
  }
  const next = new Date()
  await repository.schedules.finish(claimed.map((seen) => ({ seen, next })))
  return time
}

/** Finds a page and reads its rows as the admin does, newest first by default. */
async function page(
  { repository: { lists } }: Ledger,
  list: List,
  read: Partial<ListRequest>
): Promise<number> {
  const sort = { by: "created_at", direction: "desc" } as const
  const request = { where: {}, sort, limit: 20, offset: 0, ...read }
  return await timed(async () => {
    const { ids } = await lists.findPage(list, request)
    await lists.readRows(list, list.fields, ids)
  })
}

/** A random row number. */
function anyOf(rows: number): number {
  return 1 + Math.floor(Math.random() * rows)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
