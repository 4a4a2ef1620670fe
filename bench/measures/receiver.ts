import { join } from "node:path"
import type { BuiltStore } from "../../harness/built-store/built-store"
import type { BenchContext } from "../context"
import { type Answered, CONNECTIONS, p99Of, rateOf, sendLoad } from "../load"
import { type Measure, median, type Row } from "../measure"
import { type ReceiverTables, receiverTables } from "../receiver-tables"
import { ReceivingProcess } from "../receiving-process"
import { STOCK_DELAY_MS, STOCK_PATH, stockHasProcessed } from "../stock-route"
import { creationEvents, type Event, Mix } from "../webhook-mix"

const TURN_MS = 4_000
const QUICK_TURN_MS = 1_500
/** Turns before the measured ones. The receiver reaches its speed in the second. */
const WARM_UPS = 2

type Side = "receiver" | "bare" | "stock"
type Turns = Record<Side, Answered[][]>

/** Webhooks that were stored, and distinct bodies that were answered 200. */
type Count = { stored: number; bodies: number }

type Bench = {
  store: BuiltStore
  events: readonly Event[]
  processes: Record<Exclude<Side, "stock">, ReceivingProcess>
  tables: ReceiverTables[]
  turnMs: number
}

/**
 * Webhooks per second that the receiver verifies, stores and answers, compared
 * with Medusa's own route and with the least that a receiver can do.
 */
export const receiver: Measure = {
  name: "receiver",
  run: async (context) => {
    const bench = await open(context)
    context.say("Webhooks to the receiver, alternating with two others.")
    try {
      await rounds(bench, context.quick ? 1 : WARM_UPS)
      const { turns, count } = await rounds(bench, context.quick ? 1 : 6)
      return rowsOf(turns, count, bench.turnMs)
    } finally {
      await close(bench)
    }
  },
}

async function open(context: BenchContext): Promise<Bench> {
  const store = await context.store()
  const events = await creationEvents(store)
  await store.call("idle")
  const ours = await receiverTables(store, "bench_receiver")
  const bare = await receiverTables(store, "bench_bare")
  const spool = join(store.folder, "spool")
  return {
    store,
    events,
    processes: {
      receiver: await ReceivingProcess.receiver(context, {
        store,
        env: { DATABASE_SCHEMA: ours.schema },
        spool,
      }),
      bare: await ReceivingProcess.bare(context, {
        store,
        env: { DATABASE_SCHEMA: bare.schema },
      }),
    },
    tables: [ours, bare],
    turnMs: context.quick ? QUICK_TURN_MS : TURN_MS,
  }
}

async function close({ processes, tables }: Bench): Promise<void> {
  for (const process of Object.values(processes)) {
    await process.end()
  }
  for (const each of tables) {
    await each.remove()
  }
}

async function rounds(
  { store, events, processes, tables, turnMs }: Bench,
  number: number
): Promise<{ turns: Turns; count: Count }> {
  const turns: Turns = { receiver: [], bare: [], stock: [] }
  const count: Count = { stored: 0, bodies: 0 }
  const options = { connections: CONNECTIONS, forMs: turnMs }
  for (let round = 0; round < number; round++) {
    for (const side of ["receiver", "bare"] as const) {
      for (const each of tables) {
        await each.empty()
      }
      const mix = new Mix(store, events)
      const next = () => mix.next()
      turns[side].push(await sendLoad(processes[side].url, next, options))
      if (side === "receiver") {
        count.stored += (await tables[0]?.stored()) ?? 0
        count.bodies += mix.bodies
      }
    }
    const mix = new Mix(store, events)
    const next = () => ({ ...mix.next(), path: STOCK_PATH })
    turns.stock.push(await sendLoad(store.url, next, options))
    await stockHasProcessed(store)
  }
  return { turns, count }
}

function rowsOf(
  turns: Turns,
  { stored, bodies }: Count,
  turnMs: number
): Row[] {
  const span = { from: 0, to: turnMs }
  const rate = (side: Side) =>
    ({
      value: median(turns[side].map((turn) => rateOf(turn, span))),
      unit: "/s",
    }) as const
  const p99 = (side: Side) =>
    ({
      value: median(turns[side].map((turn) => p99Of(turn, span))),
      unit: "ms",
    }) as const
  return [
    {
      what: "webhooks accepted by the receiver, against Medusa's own route",
      ours: rate("receiver"),
      reference: rate("stock"),
      goal: { kind: "figure", is: "at least", value: 5 },
      note: `The same mix. Medians of ${turns.receiver.length} turns of ${turnMs} ms, ${CONNECTIONS} connections. The receiver has tables of its own, so that no store processes them meanwhile. Reference: /hooks/payment/:provider, measured in the ${STOCK_DELAY_MS} ms before it begins to process.`,
    },
    {
      what: "the same, p99 latency",
      ours: p99("receiver"),
      reference: p99("stock"),
      goal: { kind: "figure", is: "at most", value: 1 / 3 },
    },
    {
      what: "the same, against HMAC and INSERT alone",
      ours: rate("receiver"),
      reference: rate("bare"),
      goal: { kind: "figure", is: "at least", value: 0.7 },
      note: "Reference: a node:http server that verifies the HMAC, inserts all waiting webhooks with one statement into the same columns and indexes, and parses nothing.",
    },
    {
      what: "the same, p99 latency",
      ours: p99("receiver"),
      reference: p99("bare"),
      goal: null,
    },
    {
      what: "the same: rows on disk and distinct bodies answered 200",
      ours: { value: stored, unit: "" },
      reference: { value: bodies, unit: "" },
      goal: { kind: "count", is: "exactly", value: 1 },
    },
  ]
}
