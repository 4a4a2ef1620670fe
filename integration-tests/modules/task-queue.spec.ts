import { TaskQueue } from "../../src/shared/task-queue"

/** Tasks that run until they are ended, and a record of their starts. */
class Tasks {
  readonly started: string[] = []
  readonly #ends = new Map<string, () => void>()

  constructor(private readonly queue: TaskQueue) {}

  get running(): string[] {
    return [...this.#ends.keys()]
  }

  /** `+a` queues a task, and `-a` ends it and lets the queue continue. */
  async take(steps: string): Promise<void> {
    for (const [sign, name = ""] of steps.split(" ")) {
      if (sign === "+") {
        this.queue.push(name, async () => {
          this.started.push(name)
          await new Promise<void>((end) => this.#ends.set(name, end))
        })
      } else {
        this.#ends.get(name)?.()
        this.#ends.delete(name)
        await new Promise(setImmediate)
      }
    }
  }
}

describe("the task queue", () => {
  it.each<
    [concurrency: number, steps: string, running: string, waiting: number]
  >([
    // Others wait, in order.
    [2, "+a +b +c +d", "a b", 2],
    [2, "+a +b +c +d -b", "a c", 1],
    [2, "+a +b +c +d -b -a", "c d", 0],
    // A task that is already queued is taken only once.
    [1, "+x +a +a", "x", 1],
    [1, "+x +a +a -x -a", "", 0],
    // One that runs runs again, never twice at once, and delays no other.
    [4, "+a +a", "a", 1],
    [4, "+a +a -a", "a", 0],
    [2, "+a +a +b", "a b", 1],
    // More than three are left to the job.
    [1, "+a +b +c +d +e", "a", 3],
    [1, "+a +b +c +d +e -a -b -c -d", "", 0],
  ])(
    "of %i slots, after %s, runs %s",
    async (concurrency, steps, running, waiting) => {
      const queue = new TaskQueue(concurrency, 3)
      const tasks = new Tasks(queue)
      await tasks.take(steps)
      expect(tasks.running.join(" ")).toBe(running)
      expect(queue.waiting).toBe(waiting)
      const inOrder = tasks.started.filter((name) => name !== "x")
      expect(inOrder).toEqual(inOrder.toSorted())
    }
  )

  it("continues after a task that handled its own failure", async () => {
    const queue = new TaskQueue(1, 10)
    const tasks = new Tasks(queue)
    const failures: unknown[] = []
    queue.push("a", async () => {
      await Promise.reject(new Error("no")).catch((error: unknown) =>
        failures.push(error)
      )
    })
    await tasks.take("+b")
    await new Promise(setImmediate)
    expect(failures).toHaveLength(1)
    expect(tasks.running).toEqual(["b"])
  })

  it("is idle when no task runs or waits", async () => {
    const queue = new TaskQueue(1, 10)
    const tasks = new Tasks(queue)
    await queue.idle()
    await tasks.take("+a +b")
    let isIdle = false
    const idle = queue.idle().then(() => (isIdle = true))

    await tasks.take("-a")
    expect(isIdle).toBe(false)
    await tasks.take("-b")
    await idle
  })
})
