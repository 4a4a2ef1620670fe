import { Batcher } from "../batcher"

/** Batches that end when the test ends them. */
function openBatcher(maxBatchSize = 10) {
  const batches: { items: readonly string[]; end(): void; fail(): void }[] = []
  const batcher = new Batcher<string, string>({
    maxBatchSize,
    maxQueued: 5,
    timeoutMs: 20,
    run: async (items) =>
      await new Promise((resolve, reject) => {
        batches.push({
          items,
          end: () =>
            resolve(
              items.map((item) =>
                item.startsWith("bad")
                  ? { status: "rejected", reason: new Error(item) }
                  : { status: "fulfilled", value: `${item} done` }
              )
            ),
          fail: () => reject(new Error("the batch")),
        })
      }),
  })
  /** Waits for the batch with this number to start. */
  const batch = async (number: number) => {
    for (let turn = 0; turn < 1_000 && batches.length <= number; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const found = batches[number]
    if (!found) {
      throw new Error(`There is no batch ${number}.`)
    }
    return found
  }
  return { batcher, batches, batch }
}

describe("batched items", () => {
  it("start with the first, and collect while it runs", async () => {
    const { batcher, batches, batch } = openBatcher()
    const first = batcher.add("a")
    const others = ["b", "c"].map((item) => batcher.add(item))
    expect(batches.map(({ items }) => items)).toEqual([["a"]])

    ;(await batch(0)).end()

    expect(await first).toBe("a done")
    await batch(1)
    expect(batches.map(({ items }) => items)).toEqual([["a"], ["b", "c"]])
    ;(await batch(1)).end()
    expect(await Promise.all(others)).toEqual(["b done", "c done"])
  })

  it("are limited to the maximum batch size", async () => {
    const { batcher, batches, batch } = openBatcher(2)
    const all = ["a", "b", "c", "d"].map((item) => batcher.add(item))
    ;(await batch(0)).end()
    await all[0]
    ;(await batch(1)).end()
    await all[1]
    ;(await batch(2)).end()
    await Promise.all(all)
    expect(batches.map(({ items }) => items)).toEqual([
      ["a"],
      ["b", "c"],
      ["d"],
    ])
  })

  it("settle independently of each other", async () => {
    const { batcher, batch } = openBatcher()
    const first = batcher.add("bad one")
    const second = batcher.add("good one")
    ;(await batch(0)).end()
    await expect(first).rejects.toThrow("bad one")
    ;(await batch(1)).end()
    expect(await second).toBe("good one done")
  })

  it("fail with their batch, and the next batch runs", async () => {
    const { batcher, batch } = openBatcher()
    const first = batcher.add("a")
    const second = batcher.add("b")
    ;(await batch(0)).fail()
    await expect(first).rejects.toThrow("the batch")
    ;(await batch(1)).end()
    expect(await second).toBe("b done")
  })

  it("are not blocked by a batch that hangs, in a bounded queue", async () => {
    const { batcher, batch } = openBatcher(1)
    const stuck = batcher.add("stuck")
    const next = batcher.add("next")
    ;(await batch(1)).end()
    expect(await next).toBe("next done")

    const waiting = ["b", "c", "d", "e", "f"].map((item) => batcher.add(item))
    await expect(batcher.add("one too many")).rejects.toThrow("5 wait already")
    for (let number = 2; number < 7; number++) {
      ;(await batch(number)).end()
    }
    expect(await Promise.all(waiting)).toHaveLength(5)
    ;(await batch(0)).end()
    await stuck
  })
})
