import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { BenchContext } from "../context"
import { type Answered, CONNECTIONS, p99Of, rateOf, sendLoad } from "../load"
import { type Measure, median, type Row } from "../measure"
import { receiverTables } from "../receiver-tables"
import { ReceivingProcess } from "../receiving-process"
import { creationEvents, Mix } from "../webhook-mix"

const TURN_MS = 3_000
const QUICK_TURN_MS = 1_000
const POLL_EVERY_MS = 20
const DRAINED_WITHIN_MS = 60_000

/**
 * Webhooks per second that the receiver keeps while the database is away, and
 * that it moves into the database when it is back.
 */
export const receiverSpool: Measure = {
  name: "receiver-spool",
  run: async (context) => {
    const store = await context.store()
    const mix = new Mix(store, await creationEvents(store))
    await store.call("idle")
    const tables = await receiverTables(store, "bench_spool")
    const spool = join(store.folder, "spool-of-outage")
    context.say("Webhooks to the receiver while its database is away.")
    try {
      const turns = await whileAway(context, spool, mix)
      const began = performance.now()
      const receiver = await ReceivingProcess.receiver(context, {
        store,
        env: { DATABASE_SCHEMA: tables.schema },
        spool,
      })
      let stored = 0
      while (
        stored < mix.bodies &&
        performance.now() - began < DRAINED_WITHIN_MS
      ) {
        await wait(POLL_EVERY_MS)
        stored = await tables.stored()
      }
      const drainedIn = performance.now() - began
      await receiver.end()
      const rate = (stored / drainedIn) * 1000
      return rowsOf(turns, { stored: await tables.stored(), rate }, mix.bodies)
    } finally {
      await tables.remove()
    }
  },
}

/** The receiver has the secrets of medusa-config, and finds no database. */
async function whileAway(
  context: BenchContext,
  spool: string,
  mix: Mix
): Promise<Answered[][]> {
  const store = await context.store()
  const closed = await context.freePort()
  const receiver = await ReceivingProcess.receiver(context, {
    store,
    env: { DATABASE_URL: `postgres://none@127.0.0.1:${closed}/none` },
    spool,
  })
  const turns: Answered[][] = []
  for (let turn = 0; turn < (context.quick ? 1 : 5); turn++) {
    turns.push(
      await sendLoad(receiver.url, () => mix.next(), {
        connections: CONNECTIONS,
        forMs: context.quick ? QUICK_TURN_MS : TURN_MS,
      })
    )
  }
  await receiver.end()
  return turns
}

function rowsOf(
  turns: readonly Answered[][],
  { stored, rate }: { stored: number; rate: number },
  bodies: number
): Row[] {
  const all = { from: 0, to: Infinity }
  const ratesOf = turns.map((turn) =>
    rateOf(turn, { from: 0, to: turn.at(-1)?.at ?? 0 })
  )
  return [
    {
      what: "webhooks accepted into the spool",
      ours: { value: median(ratesOf), unit: "/s" },
      reference: null,
      goal: null,
      note: `The same mix, while the database refuses connections: verified, synchronized to disk, answered 200. Medians of ${turns.length} turns, ${CONNECTIONS} connections.`,
    },
    {
      what: "the same, p99 latency",
      ours: {
        value: median(turns.map((turn) => p99Of(turn, all))),
        unit: "ms",
      },
      reference: null,
      goal: null,
    },
    {
      what: "the same, moved into the database by the next process",
      ours: { value: rate, unit: "/s" },
      reference: null,
      goal: null,
      note: "Including the start of the process.",
    },
    {
      what: "the same: rows on disk and distinct bodies answered 200",
      ours: { value: stored, unit: "" },
      reference: { value: bodies, unit: "" },
      goal: { kind: "count", is: "exactly", value: 1 },
    },
  ]
}
