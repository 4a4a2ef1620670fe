import { TaskQueue } from "../../../src/shared/task-queue"
import { waitFor } from "../../../harness/wait-for"

const running = { tasks: 0 }
const { push } = TaskQueue.prototype

// Task queues don't expose their state, and a database must not be restored
// while a task is running.
TaskQueue.prototype.push = function (key, task) {
  push.call(this, key, async () => {
    running.tasks++
    try {
      await task()
    } finally {
      running.tasks--
    }
  })
}

/** Whether no task of a webhook or a payment is running in this process. */
export function isIdle(): boolean {
  return running.tasks === 0
}

export async function idle(): Promise<void> {
  await waitFor("all tasks to end", async () => isIdle())
}
