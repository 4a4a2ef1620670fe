import { join } from "node:path"
import type { BenchContext } from "../context"
import { type Answered, CONNECTIONS, p99Of, rateOf, sendLoad } from "../load"
import { type Measure, median, type Row } from "../measure"
import { ReceivingProcess } from "../receiving-process"
import { mixesOf } from "../webhook-mix"

const TURN_MS = 4_000
const QUICK_TURN_MS = 1_500

type Turns = Record<"forwarded" | "direct", Answered[][]>

/** Webhooks per second through the receiver, compared with the store alone. */
export const receiver: Measure = {
  name: "receiver",
  run: async (context) => {
    context.say("Webhooks through the receiver, alternating with the store.")
    const turnMs = context.quick ? QUICK_TURN_MS : TURN_MS
    return rowsOf(await measure(context, turnMs), turnMs)
  },
}

async function measure(context: BenchContext, forMs: number): Promise<Turns> {
  const store = await context.store()
  const { ours } = await mixesOf(store)
  const spool = join(store.folder, "spool")
  const process = await ReceivingProcess.start(context, store, spool)
  const turns: Turns = { forwarded: [], direct: [] }
  const options = { connections: CONNECTIONS, forMs }
  const next = () => ours.next()
  try {
    for (let round = 0; round < (context.quick ? 1 : 6); round++) {
      turns.forwarded.push(await sendLoad(process.url, next, options))
      await store.call("idle")
      turns.direct.push(await sendLoad(store.url, next, options))
      await store.call("idle")
    }
  } finally {
    await process.end()
  }
  return turns
}

function rowsOf({ forwarded, direct }: Turns, turnMs: number): Row[] {
  const span = { from: 0, to: turnMs }
  const rate = (turns: readonly Answered[][]) =>
    ({
      value: median(turns.map((turn) => rateOf(turn, span))),
      unit: "/s",
    }) as const
  const p99 = (turns: readonly Answered[][]) =>
    ({
      value: median(turns.map((turn) => p99Of(turn, span))),
      unit: "ms",
    }) as const
  return [
    {
      what: "webhooks accepted through the receiver",
      ours: rate(forwarded),
      reference: rate(direct),
      goal: null,
      note: `Medians of ${forwarded.length} turns of ${turnMs} ms, ${CONNECTIONS} connections, store and receiver on the same cores. Reference: the same webhooks sent to the store.`,
    },
    {
      what: "the same, p99 latency",
      ours: p99(forwarded),
      reference: p99(direct),
      goal: null,
    },
  ]
}
