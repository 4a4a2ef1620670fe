import LocalEventBusService from "@medusajs/event-bus-local/dist/services/event-bus-local"
import { TaskQueue } from "../../../src/shared/task-queue"
import { waitFor } from "../../../tools/harness/wait-for"

const running = { tasks: 0 }
const { push } = TaskQueue.prototype
const { subscribe } = LocalEventBusService.prototype

// It does not expose what is running, and a database must not be restored
// meanwhile.
TaskQueue.prototype.push = function (key, task) {
  return push.call(this, key, async () => await counted(task))
}

// A subscriber may still have to enqueue payments of an order that changed.
LocalEventBusService.prototype.subscribe = function (event, subscriber, of) {
  const run: typeof subscriber = async (data) =>
    await counted(async () => await subscriber(data))
  return subscribe.call(this, event, run, of)
}

async function counted(run: () => Promise<void>): Promise<void> {
  running.tasks++
  try {
    await run()
  } finally {
    running.tasks--
  }
}

/** Whether no subscriber, and no task of a webhook or a payment, is running. */
export function isIdle(): boolean {
  return running.tasks === 0
}

/** A task may wait for two of Medusa's locks, each for a minute. */
const IDLE_WITHIN_MS = 180_000

export async function idle(): Promise<void> {
  await waitFor("all tasks to end", async () => isIdle(), {
    timeoutMs: IDLE_WITHIN_MS,
  })
}
