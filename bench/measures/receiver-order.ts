import { join } from "node:path"
import { RAILS } from "../../src/ledger"
import { type Arrival, type ArrivalBench, byWebhook } from "../arrival"
import { type Measure, median, type Row } from "../measure"
import { OrderWatcher } from "../order-watcher"
import { buyersOf } from "../purchases"
import { ReceivingProcess } from "../receiving-process"

type Times = { receiver: number[]; store: number[] }

/** Time from payment to order through the receiver, and through the store. */
export const receiverOrder: Measure = {
  name: "receiver-order",
  run: async (context) => {
    const store = await context.store()
    const buyers = await buyersOf(store)
    const watcher = await OrderWatcher.start(store)
    const spool = join(store.folder, "spool-of-orders")
    const receiver = await ReceivingProcess.receiver(context, { store, spool })
    const bench = { store, buyers, watcher }
    try {
      context.say("From the webhook to the order, through the receiver.")
      await rounds(bench, receiver.url, 1)
      return [rowOf(await rounds(bench, receiver.url, context.quick ? 3 : 25))]
    } finally {
      await receiver.end()
      await watcher.close()
      await buyers.close()
    }
  },
}

/** Pays everything before the first webhook, then handles one at a time. */
async function rounds(
  bench: ArrivalBench,
  url: string,
  count: number
): Promise<Times> {
  const times: Times = { receiver: [], store: [] }
  const turns: { to: number[]; arrival: Arrival }[] = []
  for (let round = 0; round < count; round++) {
    for (const rail of RAILS) {
      const through = await byWebhook(bench, rail, url)
      turns.push({ to: times.receiver, arrival: through })
      turns.push({ to: times.store, arrival: await byWebhook(bench, rail) })
    }
  }
  await bench.store.sandbox.settled()
  for (const { to, arrival } of turns) {
    await bench.store.call("idle")
    to.push(await arrival())
  }
  return times
}

function rowOf({ receiver, store }: Times): Row {
  return {
    what: "webhook sent to the receiver → captured and ordered",
    ours: { value: median(receiver), unit: "ms" },
    reference: { value: median(store), unit: "ms" },
    goal: null,
    note: `Medians of ${receiver.length} each, both rails, alternating, one purchase at a time. The store looks for stored webhooks each second. Reference: the same webhooks sent to the store itself.`,
  }
}
