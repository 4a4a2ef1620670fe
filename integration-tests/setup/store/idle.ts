import { TaskQueue } from "../../../src/shared/task-queue"
import { waitFor } from "../../../tools/harness/wait-for"

const running = { tasks: 0 }
const { push } = TaskQueue.prototype

// It does not expose what is running, and a database must not be restored
// meanwhile.
TaskQueue.prototype.push = function (key, task) {
  return push.call(this, key, async () => await counted(task))
}

async function counted(run: () => Promise<void>): Promise<void> {
  running.tasks++
  try {
    await run()
  } finally {
    running.tasks--
  }
}

/** Whether no task of a webhook or a payment is running in this process. */
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
