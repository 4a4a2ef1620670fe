import type { PaymentsRequest } from "../../src/modules/stablecoin/repository/lists/list-payments"
import { median, type Measure, type Row } from "../measure"
import type { BenchContext } from "../context"
import { serial } from "../../harness/postgres/big-ledger"
import { DUE, type Ledger, openLedger } from "../two-ledgers"

const FEW = 1_000
const MANY = 1_000_000
/** Rows that a quick run can fill in seconds. */
const QUICK = 50_000

/** Queries a ledger. Returns the duration in milliseconds. */
type LedgerQuery = { what: string; run(ledger: Ledger): Promise<number> }

const LISTS: [what: string, read: Partial<PaymentsRequest>][] = [
  ["payments list, first page", {}],
  [
    "payments list, those in live mode by amount",
    {
      where: { mode: ["live"] },
      sort: { by: "amount", direction: "desc" },
    },
  ],
  ["payments list, those paid", { where: { status: ["paid"] } }],
  ["payments list, those that need attention", { needs_attention: true }],
]

/** Searches in each ledger, by the number of a row. */
const SEARCHES: [what: string, textOf: (number: string) => string][] = [
  ["search: a reference", (number) => `REF-${number}`],
  [
    "search: the beginning of a gateway id",
    (number) => `gateway-${number.slice(0, -1)}`,
  ],
  ["search: an e-mail address", (number) => `cus_${number}@example.com`],
  ["search: the beginning of every payment's id", () => "stpay_"],
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
  ...LISTS.map(([what, read]) => ({
    what,
    run: async ({ repository }: Ledger) =>
      await timed(() => repository.payments.list(whole(read), new Date())),
  })),
  ...SEARCHES.map(([what, textOf]) => ({
    what,
    run: async (ledger: Ledger) =>
      await search(ledger, textOf(serial(anyOf(ledger.rows)))),
  })),
  {
    what: "overview, today",
    run: async ({ repository }) =>
      await timed(() => repository.overview.read(TODAY, new Date())),
  },
  {
    what: "session lookup",
    run: async ({ repository, rows }) => {
      const session = `payses_${serial(anyOf(rows))}`
      return await timed(() => repository.medusa.findStreamedPayment(session))
    },
  },
]

/** Query times on ledgers of a thousand and of a million payments. */
export const million: Measure = {
  name: "million",
  run: async (context) => {
    const { databaseUrl } = await context.store()
    const ledgers: Ledger[] = []
    try {
      for (const rows of [FEW, context.quick ? QUICK : MANY]) {
        context.say(
          `Filling a ledger with ${rows.toLocaleString("en-US")} rows.`
        )
        ledgers.push(await openLedger(databaseUrl, rows))
      }
      return await rowsOf(context, ledgers)
    } finally {
      for (const ledger of ledgers) {
        await ledger.close()
      }
    }
  },
}

async function rowsOf(
  { quick }: BenchContext,
  ledgers: readonly Ledger[]
): Promise<Row[]> {
  const rounds = quick ? 20 : 200
  const rows: Row[] = []
  for (const { what, run } of QUERIES) {
    const times = ledgers.map((): number[] => [])
    for (let round = -5; round < rounds; round++) {
      for (const [index, ledger] of ledgers.entries()) {
        const time = await run(ledger)
        // The first rounds run on cold caches.
        if (round >= 0) {
          times[index]?.push(time)
        }
      }
    }
    const [few = [], many = []] = times
    const size = ledgers[1]?.rows.toLocaleString("en-US")
    rows.push({
      what: `${what}, of ${size}`,
      ours: { value: median(many), unit: "ms" },
      reference: { value: median(few), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 2 },
    })
  }
  const note = `Reference: the same of ${FEW.toLocaleString("en-US")}, alternating; medians of ${rounds}. The module's own statements, without HTTP, which would make the two more alike.`
  return rows.map((row, index) => (index === 0 ? { ...row, note } : row))
}

/**
 * Claims due payments and releases them, so that the next claim finds the same.
 */
async function claim({ repository }: Ledger): Promise<number> {
  const owner = "bench"
  let claimed: { id: string }[] = []
  const time = await timed(async () => {
    claimed = await repository.schedules.claimDue(
      { owner, limit: DUE, leaseMs: 60_000 },
      new Date()
    )
  })
  if (claimed.length !== DUE) {
    throw new Error(`${claimed.length} payments were claimed, not ${DUE}.`)
  }
  await repository.schedules.release(
    owner,
    claimed.map(({ id }) => id)
  )
  return time
}

/** A complete request: a page of the newest payments by default. */
function whole(read: Partial<PaymentsRequest>): PaymentsRequest {
  return {
    where: {},
    sort: { by: "created_at", direction: "desc" },
    limit: 20,
    offset: 0,
    ...read,
  }
}

/** Searches payments as the admin does. */
async function search({ repository }: Ledger, q: string): Promise<number> {
  return await timed(async () => {
    const names = {
      q,
      order_ids: [],
      payment_collection_ids: [],
      of_customers: await repository.medusa.findPaymentsByEmail(q),
    }
    const listed = await repository.payments.list(whole({ names }), new Date())
    if ("refused" in listed || !listed.ids.length) {
      throw new Error(`The search for ${q} found nothing.`)
    }
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
