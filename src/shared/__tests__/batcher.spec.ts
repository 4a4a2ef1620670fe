import { Batcher } from "../batcher"

/** A batcher with one slot, whose batches end when the test says so. */
function openBatcher(maxBatchSize = 10) {
  const batches: { items: readonly string[]; end(): void; fail(): void }[] = []
  const batcher = new Batcher<string, string>({
    maxBatchSize,
    concurrency: 1,
    maxQueued: 5,
    run: async (items) =>
      await new Promise((resolve, reject) => {
        const results = items.map(async (item) => {
          if (item.startsWith("bad")) {
            throw new Error(item)
          }
          return `${item} done`
        })
        batches.push({
          items,
          end: () => resolve(results),
          fail: () => reject(new Error("the batch")),
        })
      }),
  })
  return { batcher, batches }
}

describe("batched items", () => {
  it("start at once in a free slot, and share the next batch otherwise", async () => {
    const { batcher, batches } = openBatcher(2)
    const all = ["a", "b", "c", "d"].map((item) => batcher.add(item))
    for (let number = 0; number < 3; number++) {
      batches[number]?.end()
      await all[number]
    }
    expect(await Promise.all(all)).toEqual(
      ["a", "b", "c", "d"].map((item) => `${item} done`)
    )
    expect(batches.map(({ items }) => items)).toEqual([
      ["a"],
      ["b", "c"],
      ["d"],
    ])
  })

  it("settle independently of each other, and of a batch that fails", async () => {
    const { batcher, batches } = openBatcher()
    const failed = batcher.add("a")
    const refused = batcher.add("bad one")
    const done = batcher.add("good one")
    batches[0]?.fail()
    await expect(failed).rejects.toThrow("the batch")
    batches[1]?.end()
    await expect(refused).rejects.toThrow("bad one")
    expect(await done).toBe("good one done")
  })

  it("are rejected when too many wait", async () => {
    const { batcher } = openBatcher()
    for (const item of ["a", "b", "c", "d", "e", "f"]) {
      void batcher.add(item)
    }
    await expect(batcher.add("g")).rejects.toThrow("5 others are waiting")
  })
})
