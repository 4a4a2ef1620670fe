import { type Measure, median, type Row } from "../measure"
import { type OpenPayments, openPayments } from "../open-payments"
import type { BenchContext } from "../context"
import { undisturbed } from "../undisturbed"
import type { BuiltStore } from "../../harness/built-store/built-store"
import type { Watched } from "../../harness/built-store/watch"

/**
 * Numbers of due payments when statements are counted: the lowest that the goal
 * names, and many more.
 */
const COUNTED = [100, 300] as const
const MANY = 10_000
const QUICK = 1_000
const GATEWAY_MS = 50
/** More than a pass takes when statements are counted. */
const SHORT_MS = 5_000
/** Enough for the webhooks of all earlier measures. */
const PASSES_AT_MOST = 10
/** Concurrent gateway calls of a pass. */
const CONCURRENCY = 20
const MB = 1024 * 1024

/**
 * Cost of reconciling payments without changes, which nearly all of them are.
 */
export const reconciliation: Measure = {
  name: "reconciliation",
  run: async (context) => {
    const store = await context.store()
    const { db } = store
    await processLeftWebhooks(store)
    // Payments of other measures would be reconciled too.
    const postpone = async (by: string) => {
      await db.query(
        "UPDATE stablecoin_schedule SET next_reconcile_at = next_reconcile_at + $1::interval",
        [by]
      )
    }
    await postpone("1 day")
    try {
      return [...(await countRows(store)), ...(await timeRows(store, context))]
    } finally {
      await postpone("-1 day")
    }
  },
}

/**
 * Processes the webhooks that earlier measures left to the job. Their leases
 * expire after five minutes, and a measured pass would process them too: 5,000
 * of them double its memory.
 */
async function processLeftWebhooks({ db, call }: BuiltStore): Promise<void> {
  const left = "WHERE status IN ('received', 'failed')"
  for (let pass = 0; pass < PASSES_AT_MOST; pass++) {
    await call("idle")
    await db.query(
      `UPDATE stablecoin_webhook_event SET next_attempt_at = now() ${left}`
    )
    await call("job")
    const rows = await db.query(
      `SELECT FROM stablecoin_webhook_event ${left} LIMIT 1`
    )
    if (!rows.length) {
      return
    }
  }
  throw new Error(
    `${PASSES_AT_MOST} passes did not process the webhooks of earlier measures.`
  )
}

async function countRows(store: BuiltStore): Promise<Row[]> {
  const [few, many] = COUNTED
  const none = await undisturbed(
    store,
    SHORT_MS,
    async () => (await store.call("watchedJob")).statements.length
  )
  const ofFew = await countPass(store, few)
  const ofMany = await countPass(store, many)
  const per100 = (count: number, due: number) => ({
    value: count / (due / 100),
    unit: "" as const,
  })
  return [
    {
      what: `reconciliation: SQL statements, ${few} due payments without changes`,
      ours: per100(ofFew.statements, few),
      goal: { kind: "count", is: "at most", value: 10 },
      note: `All statements of the store's process, BEGIN and COMMIT included. With nothing due it is ${none}, with ${many} due ${ofMany.statements}.`,
    },
    {
      what: "the same: gateway calls per 100",
      ours: per100(ofFew.calls + ofMany.calls, few + many),
      goal: { kind: "count", is: "exactly", value: 100 },
    },
  ]
}

/**
 * The cost of a pass over a number of due payments.
 *
 * @throws if it did not read all of them
 */
async function countPass(
  store: BuiltStore,
  due: number
): Promise<{ statements: number; calls: number }> {
  return await withPayments(store, due, async (payments) => {
    const pass = async () => {
      await payments.makeDue()
      const before = payments.read().length
      const { statements } = await store.call("watchedJob")
      return { statements, read: payments.read().slice(before) }
    }
    const { statements, read } = await undisturbed(store, SHORT_MS, pass)
    if (new Set(read).size !== due) {
      throw new Error(`${new Set(read).size} of ${due} were read.`)
    }
    return { statements: statements.length, calls: read.length }
  })
}

async function timeRows(
  store: BuiltStore,
  { quick, say }: BenchContext
): Promise<Row[]> {
  const count = quick ? QUICK : MANY
  const amount = count.toLocaleString("en-US")
  const ideal = (count * GATEWAY_MS) / CONCURRENCY
  say(`Creating ${amount} payments.`)
  return await withPayments(store, count, async (payments) => {
    // A warm-up pass, like those of a store that has run for an hour.
    await undisturbed(store, ideal, async () => {
      await payments.makeDue()
      await store.call("job")
    })
    const passes: Watched[] = []
    for (let pass = 0; pass < (quick ? 1 : 3); pass++) {
      const { watched, left } = await undisturbed(
        store,
        2 * ideal,
        async () => await timePass(store, payments, count)
      )
      if (left) {
        const seconds = (watched.ms / 1_000).toFixed(1)
        throw new Error(
          `A pass of ${seconds} s did not read ${left} of ${amount} due payments.`
        )
      }
      passes.push(watched)
    }
    return [
      {
        what: `reconciliation pass, ${amount} due payments, gateway answering after ${GATEWAY_MS} ms`,
        ours: { value: median(passes.map(({ ms }) => ms)), unit: "ms" },
        reference: { value: ideal, unit: "ms" },
        goal: { kind: "figure", is: "at most", value: 1.2 },
        note: `Reference: calls x ${GATEWAY_MS} ms / ${CONCURRENCY}, which run concurrently. ${passes.length === 1 ? "One pass" : `Median of ${passes.length}`}, after one to warm up.${quick ? ` The full run uses ${MANY.toLocaleString("en-US")}.` : ""}`,
      },
      {
        what: "the same: growth of the process's memory",
        ours: {
          value: Math.max(...passes.map(({ growth }) => growth)) / MB,
          unit: "MB",
        },
        goal: { kind: "figure", is: "under", value: 64 },
        note: "The largest increase of its RSS or heap, garbage included, over the value before the pass, after a forced collection.",
      },
    ]
  })
}

/** Runs a pass whose gateway calls are all delayed. */
async function timePass(
  store: BuiltStore,
  payments: OpenPayments,
  count: number
): Promise<{ watched: Watched; left: number }> {
  const { sandbox } = store
  await payments.makeDue()
  sandbox.clearFaults()
  sandbox.fault({
    api: "business",
    endpoint: "get",
    kind: "delay",
    ms: GATEWAY_MS,
    times: count,
  })
  const watched = await store.call("watchedJob")
  const left = sandbox.faults()[0]?.times ?? 0
  sandbox.clearFaults()
  return { watched, left }
}

async function withPayments<T>(
  store: BuiltStore,
  count: number,
  run: (payments: OpenPayments) => Promise<T>
): Promise<T> {
  const payments = await openPayments(store, count)
  try {
    return await run(payments)
  } finally {
    await payments.remove()
  }
}
