import { join } from "node:path"
import type { BenchContext } from "../context"
import { CONNECTIONS, sendLoad } from "../load"
import { type Measure, median, type Row } from "../measure"
import { type ReceiverTables, receiverTables } from "../receiver-tables"
import { ReceivingProcess } from "../receiving-process"
import { creationEvents, Mix } from "../webhook-mix"

const LOAD_MS = 5_000
const QUICK_LOAD_MS = 1_000
const MB = 1024 * 1024
/** As in docs/receiver.md. */
const LIMITED = { NODE_OPTIONS: "--max-semi-space-size=4" }

/** Each in milliseconds, or in bytes with garbage included. */
type Figures = {
  starts: number[]
  idle: number[]
  loaded: number[]
  limited: number[]
}

/** How long the receiver takes to start, and its memory. */
export const receiverStart: Measure = {
  name: "receiver-start",
  run: async (context) => {
    const store = await context.store()
    const mix = new Mix(store, await creationEvents(store))
    await store.call("idle")
    const tables = await receiverTables(store, "bench_start")
    context.say("Starts of the receiver.")
    const figures: Figures = { starts: [], idle: [], loaded: [], limited: [] }
    try {
      for (let start = 0; start < (context.quick ? 1 : 9); start++) {
        const receiver = await started(context, tables)
        figures.starts.push(receiver.startedIn)
        figures.idle.push(await receiver.memory())
        await receiver.end()
      }
      for (let round = 0; round < (context.quick ? 1 : 3); round++) {
        for (const [key, env] of [
          ["loaded", {}],
          ["limited", LIMITED],
        ] as const) {
          const receiver = await started(context, tables, env)
          const forMs = context.quick ? QUICK_LOAD_MS : LOAD_MS
          const options = { connections: CONNECTIONS, forMs }
          await sendLoad(receiver.url, () => mix.next(), options)
          figures[key].push(await receiver.memory())
          await receiver.end()
        }
      }
      return rowsOf(figures)
    } finally {
      await tables.remove()
    }
  },
}

async function started(
  context: BenchContext,
  { schema }: ReceiverTables,
  env: Record<string, string> = {}
): Promise<ReceivingProcess> {
  const store = await context.store()
  return await ReceivingProcess.receiver(context, {
    store,
    env: { ...env, DATABASE_SCHEMA: schema },
    spool: join(store.folder, "spool-of-starts"),
  })
}

function rowsOf({ starts, idle, loaded, limited }: Figures): Row[] {
  const megabytes = (bytes: readonly number[]) =>
    ({ value: median(bytes) / MB, unit: "MB" }) as const
  return [
    {
      what: "receiver start: the command until it prints its address",
      ours: { value: median(starts), unit: "ms" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 1_000 },
      note: `Median of ${starts.length} starts: built package, plain Node.js, a medusa-config.js, an idle database.`,
    },
    {
      what: "the same: memory",
      ours: megabytes(idle),
      reference: null,
      goal: { kind: "figure", is: "under", value: 90 },
      note: "Resident memory of its one process.",
    },
    {
      what: "the same: memory under full load, limited",
      ours: megabytes(limited),
      reference: null,
      goal: { kind: "figure", is: "under", value: 90 },
      note: `With NODE_OPTIONS=${LIMITED.NODE_OPTIONS}. Without it ${megabytes(loaded).value.toFixed(0)} MB, of which V8 keeps most for short-lived objects.`,
    },
  ]
}
