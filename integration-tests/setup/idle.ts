import { TaskQueue } from "../../src/shared/task-queue"
import { waitFor } from "./wait-for"

const running = { tasks: 0 }
const { push } = TaskQueue.prototype

// The workers keep what they do to themselves, and a database must not be put
// back under a task that is half done.
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

/** Whether no webhook and no payment is being worked on in this process. */
export function isIdle(): boolean {
  return running.tasks === 0
}

export async function idle(): Promise<void> {
  await waitFor("the workers to end what they do", async () => isIdle())
}
