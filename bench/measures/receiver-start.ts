import { join } from "node:path"
import { CONNECTIONS, sendLoad } from "../load"
import { type Measure, median, type Row } from "../measure"
import { receiverTables } from "../receiver-tables"
import { ReceivingProcess } from "../receiving-process"
import { creationEvents, Mix } from "../webhook-mix"

const LOAD_MS = 5_000
const QUICK_LOAD_MS = 1_000
const MB = 1024 * 1024

/** In bytes, garbage included. */
type Memory = { idle: number; loaded: number }

/** How long the receiver takes to start, and its memory. */
export const receiverStart: Measure = {
  name: "receiver-start",
  run: async (context) => {
    const store = await context.store()
    const mix = new Mix(store, await creationEvents(store))
    await store.call("idle")
    const tables = await receiverTables(store, "bench_start")
    const spool = join(store.folder, "spool-of-starts")
    const env = { DATABASE_SCHEMA: tables.schema }
    context.say("Starts of the receiver.")
    const starts: number[] = []
    const memory: Memory[] = []
    try {
      for (let start = 0; start < (context.quick ? 2 : 11); start++) {
        const receiver = await ReceivingProcess.receiver(context, {
          store,
          env,
          spool,
        })
        starts.push(receiver.startedIn)
        const idle = await receiver.memory()
        // Long, and the same each time.
        if (start < (context.quick ? 1 : 3)) {
          const forMs = context.quick ? QUICK_LOAD_MS : LOAD_MS
          const options = { connections: CONNECTIONS, forMs }
          await sendLoad(receiver.url, () => mix.next(), options)
          memory.push({ idle, loaded: await receiver.memory() })
        }
        await receiver.end()
      }
      return rowsOf(starts, memory)
    } finally {
      await tables.remove()
    }
  },
}

function rowsOf(starts: readonly number[], memory: readonly Memory[]): Row[] {
  const megabytes = (which: keyof Memory) =>
    ({
      value: median(memory.map((each) => each[which])) / MB,
      unit: "MB",
    }) as const
  return [
    {
      what: "receiver start: the command until it prints its address",
      ours: { value: median(starts), unit: "ms" },
      reference: null,
      goal: { kind: "figure", is: "under", value: 1_000 },
      note: `Median of ${starts.length} starts: built package, plain Node.js, a medusa-config.js, an idle database.`,
    },
    {
      what: "the same: memory after it",
      ours: megabytes("idle"),
      reference: null,
      goal: { kind: "figure", is: "under", value: 90 },
      note: "Resident memory of its one process.",
    },
    {
      what: "the same: memory after it accepted webhooks as fast as it can",
      ours: megabytes("loaded"),
      reference: null,
      goal: { kind: "figure", is: "under", value: 90 },
    },
  ]
}
