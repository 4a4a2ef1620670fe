import { fakeClock } from "../../../tools/harness/fake-clock"
import { Batcher } from "../batcher"

/** A batcher whose batches end when the test says so. */
function openBatcher(maxBatchSize = 10, concurrency = 1) {
  const batches: { items: readonly string[]; end(): void; fail(): void }[] = []
  const batcher = new Batcher<string, string>({
    maxBatchSize,
    concurrency,
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
  it("start at once while no batch runs, and share the next one otherwise", async () => {
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

  it("don't wait for a slow batch, unless too many are slow", async () => {
    const clock = fakeClock()
    const { batcher, batches } = openBatcher(10, 2)
    const all = ["a", "b", "c", "d"].map((item) => batcher.add(item))
    clock.tick(99)
    const before = batches.length
    clock.tick(1)
    const after = batches.length
    all.push(batcher.add("e"))
    clock.tick(1_000)
    clock.uninstall()
    expect([before, after, batches.length]).toEqual([1, 2, 2])
    batches[1]?.end()
    await all[3]
    expect(batches.map(({ items }) => items)).toEqual([
      ["a"],
      ["b", "c", "d"],
      ["e"],
    ])
    batches[0]?.end()
    batches[2]?.end()
    expect(await Promise.all(all)).toHaveLength(5)
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
