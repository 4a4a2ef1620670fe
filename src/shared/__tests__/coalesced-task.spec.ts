import { CoalescedTask } from "../coalesced-task"

/** A task whose runs end one by one. */
function heldTask() {
  const ends: (() => void)[] = []
  const started = { runs: 0 }
  const task = new CoalescedTask(async () => {
    started.runs++
    await new Promise<void>((resolve) => ends.push(resolve))
  })
  const endRun = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { task, started, endRun }
}

describe("CoalescedTask", () => {
  it("runs once more for all wakes during a run, and not at the same time", async () => {
    const { task, started, endRun } = heldTask()
    task.wake()
    task.wake()
    task.wake()
    expect(started.runs).toBe(1)

    await endRun()
    expect(started.runs).toBe(2)

    await endRun()
    await task.idle()
    expect(started.runs).toBe(2)
  })

  it("runs again after it was idle", async () => {
    const { task, started, endRun } = heldTask()
    task.wake()
    await endRun()
    await task.idle()

    task.wake()
    expect(started.runs).toBe(2)
  })
})
