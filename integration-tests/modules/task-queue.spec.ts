import { TaskQueue } from "../../src/shared/task-queue"

/** Tasks that run until they are ended, and a record of their starts. */
class Tasks {
  readonly started: string[] = []
  readonly #ends: { name: string; end: () => void }[] = []

  /** A task with this name. */
  named(name: string): () => Promise<void> {
    return async () => {
      this.started.push(name)
      await new Promise<void>((end) => this.#ends.push({ name, end }))
    }
  }

  get running(): string[] {
    return this.#ends.map(({ name }) => name)
  }

  /**
   * Ends the longest-running task of this name, and lets the queue continue.
   */
  async end(name: string): Promise<void> {
    const index = this.#ends.findIndex((task) => task.name === name)
    const [task] = this.#ends.splice(index, 1)
    task?.end()
    await new Promise(setImmediate)
  }
}

describe("the task queue", () => {
  it("runs a limited number of tasks concurrently, the others in order", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(2, 10)
    for (const name of ["a", "b", "c", "d"]) {
      worker.push(name, tasks.named(name))
    }
    expect(tasks.running).toEqual(["a", "b"])

    await tasks.end("b")
    expect(tasks.running).toEqual(["a", "c"])
    await tasks.end("a")
    expect(tasks.running).toEqual(["c", "d"])
    expect(tasks.started).toEqual(["a", "b", "c", "d"])
  })

  it("takes a task that is already queued only once", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(1, 10)
    worker.push("busy", tasks.named("busy"))
    worker.push("a", tasks.named("a"))
    worker.push("a", tasks.named("a"))
    expect(worker.waiting).toBe(1)

    await tasks.end("busy")
    await tasks.end("a")
    expect(tasks.started).toEqual(["busy", "a"])
    expect(tasks.running).toEqual([])
  })

  it("runs a task again that is pushed while it runs, and never twice at once", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(4, 10)
    worker.push("a", tasks.named("a"))
    worker.push("a", tasks.named("a again"))
    expect(tasks.running).toEqual(["a"])

    await tasks.end("a")
    expect(tasks.running).toEqual(["a again"])
  })

  it("does not delay other tasks behind one that waits for its own run", () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(2, 10)
    worker.push("a", tasks.named("a"))
    worker.push("a", tasks.named("a again"))
    worker.push("b", tasks.named("b"))
    expect(tasks.running).toEqual(["a", "b"])
  })

  it("leaves tasks beyond its limit to the job", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(1, 2)
    for (const name of ["a", "b", "c", "d"]) {
      worker.push(name, tasks.named(name))
    }
    expect(worker.waiting).toBe(2)

    await tasks.end("a")
    expect(worker.waiting).toBe(1)
    await tasks.end("b")
    await tasks.end("c")
    expect(tasks.started).toEqual(["a", "b", "c"])
    expect(worker.waiting).toBe(0)
  })

  it("continues after a task that handled its own failure", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(1, 10)
    const failures: unknown[] = []
    worker.push("a", async () => {
      await Promise.reject(new Error("no")).catch((error: unknown) =>
        failures.push(error)
      )
    })
    worker.push("b", tasks.named("b"))
    await new Promise(setImmediate)
    expect(failures).toHaveLength(1)
    expect(tasks.running).toEqual(["b"])
  })

  it("is idle when no task runs or waits", async () => {
    const tasks = new Tasks()
    const worker = new TaskQueue(1, 10)
    await worker.idle()
    worker.push("a", tasks.named("a"))
    worker.push("b", tasks.named("b"))
    let isIdle = false
    const idle = worker.idle().then(() => (isIdle = true))

    await tasks.end("a")
    expect(isIdle).toBe(false)
    await tasks.end("b")
    await idle
    expect(worker.waiting).toBe(0)
  })
})
