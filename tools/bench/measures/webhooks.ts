import {
  type Answered,
  CONNECTIONS,
  sendLoad,
  p99Of,
  rateOf,
  type Span,
} from "../load"
import { type Measure, median, type Row } from "../measure"
import { STOCK_DELAY_MS, STOCK_PATH, stockHasProcessed } from "../stock-route"
import type { BuiltStore } from "../../harness/built-store/built-store"
import { type Mixes, mixesOf } from "../webhook-mix"

const WARM_UP_MS = 2_000

/**
 * The start of a turn: Medusa's route has not yet begun to process what it
 * answered.
 */
const BURST: Span = { from: 0, to: 2_000 }

type Turn = { ours: Answered[]; stock: Answered[] }

/**
 * Webhooks per second that are verified, on disk and answered, compared with
 * Medusa's own route, which does neither.
 */
export const webhookEvents: Measure = {
  name: "webhooks",
  run: async (context) => {
    const store = await context.store()
    const mixes = await mixesOf(store)
    // From here on, both sides also process the webhooks that they have
    // answered.
    const from = STOCK_DELAY_MS + 500
    const lasting: Span = { from, to: from + (context.quick ? 1_500 : 4_500) }
    const before = await onDisk(store)
    context.say("Webhooks, alternating with Medusa's own route.")
    // Also waits until Medusa's processing is over before our side is measured.
    await loadBoth(store, mixes, WARM_UP_MS)
    const turns: Turn[] = []
    for (let round = 0; round < (context.quick ? 1 : 8); round++) {
      turns.push(await turn(store, mixes, lasting.to))
    }
    const after = await onDisk(store)
    const stored = after.stored - before.stored
    return [
      ...rowsOf(turns, lasting),
      countRow(stored, mixes.ours.bodies, after.left),
    ]
  },
}

async function turn(
  store: BuiltStore,
  mixes: Mixes,
  forMs: number
): Promise<Turn> {
  const answered = await loadBoth(store, mixes, forMs)
  await stockHasProcessed(store)
  return answered
}

async function loadBoth(
  store: BuiltStore,
  { ours, stock }: Mixes,
  forMs: number
): Promise<Turn> {
  const options = { connections: CONNECTIONS, forMs }
  const byOurs = await sendLoad(store.url, () => ours.next(), options)
  await store.call("idle")
  const byStock = await sendLoad(
    store.url,
    () => ({ ...stock.next(), path: STOCK_PATH }),
    options
  )
  return { ours: byOurs, stock: byStock }
}

/** Counts all webhooks, and those that are still unprocessed. */
async function onDisk({
  db,
}: BuiltStore): Promise<{ stored: number; left: number }> {
  return await db.one(
    `SELECT count(*)::int AS stored,
       count(*) FILTER (WHERE status = 'received')::int AS left
     FROM stablecoin_webhook_event`
  )
}

function rowsOf(turns: readonly Turn[], lasting: Span): Row[] {
  const rates = (what: string, span: Span): Row => ({
    what,
    ours: { value: medianOf(turns, "ours", rateOf, span), unit: "/s" },
    reference: { value: medianOf(turns, "stock", rateOf, span), unit: "/s" },
    goal: { kind: "figure", is: "at least", value: 1.1 },
  })
  const waits = (what: string, span: Span): Row => ({
    what,
    ours: { value: medianOf(turns, "ours", p99Of, span), unit: "ms" },
    reference: { value: medianOf(turns, "stock", p99Of, span), unit: "ms" },
    goal: { kind: "figure", is: "at most", value: 1 },
  })
  return [
    {
      ...rates("webhooks accepted: verified, on disk, answered 200", lasting),
      note: `On both rails, a third each: new events of our open payments, repeated ones, and events of other shops. None changes a payment. Distinct bodies, ${CONNECTIONS} connections. Medians of ${turns.length} turns of ${lasting.to} ms, counted from ${lasting.from} ms on, when both sides also process earlier webhooks. Reference: Medusa's /hooks/payment/:provider, which verifies and stores nothing.`,
    },
    waits("the same, p99 latency", lasting),
    {
      ...rates("the same, at the start of a burst", BURST),
      note: `The first ${BURST.to} ms of the same turns: Medusa's processing starts later, after ${STOCK_DELAY_MS} ms.`,
    },
    waits("the same, p99 latency", BURST),
  ]
}

function medianOf(
  turns: readonly Turn[],
  side: keyof Turn,
  of: (answered: readonly Answered[], span: Span) => number,
  span: Span
): number {
  return median(turns.map((turn) => of(turn[side], span)))
}

function countRow(stored: number, bodies: number, left: number): Row {
  return {
    what: "the same: rows on disk and distinct bodies answered 200",
    ours: { value: stored, unit: "" },
    reference: { value: bodies, unit: "" },
    goal: { kind: "count", is: "exactly", value: 1 },
    note: `Once the store is idle, ${left} of them are left to the scheduled job.`,
  }
}
