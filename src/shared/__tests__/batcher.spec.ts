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

/** The end of a turn of the event loop. */
const turn = async () => await new Promise(setImmediate)

describe("batched items", () => {
  it("start together while no batch runs, and share the next one otherwise", async () => {
    const { batcher, batches } = openBatcher(2)
    const all = ["a", "b"].map((item) => batcher.add(item))
    await turn()
    all.push(...["c", "d", "e"].map((item) => batcher.add(item)))
    for (let number = 0; number < 3; number++) {
      await turn()
      batches[number]?.end()
      await all[number * 2]
    }
    expect(await Promise.all(all)).toEqual(
      ["a", "b", "c", "d", "e"].map((item) => `${item} done`)
    )
    expect(batches.map(({ items }) => items)).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e"],
    ])
  })

  it("don't wait for a slow batch, unless too many are slow", async () => {
    const { batcher, batches } = openBatcher(10, 2)
    const clock = fakeClock({ toFake: ["setTimeout", "clearTimeout"] })
    const counts: number[] = []
    const add = async (item: string, ms: number): Promise<void> => {
      void batcher.add(item)
      await turn()
      clock.tick(ms)
      counts.push(batches.length)
    }
    await add("a", 0)
    await add("b", 99)
    await add("c", 1)
    await add("d", 1_000)
    clock.uninstall()
    expect(counts).toEqual([1, 1, 2, 2])
    batches[1]?.end()
    await turn()
    expect(batches.map(({ items }) => items)).toEqual([
      ["a"],
      ["b", "c"],
      ["d"],
    ])
  })

  it("settle independently of each other, and of a batch that fails", async () => {
    const { batcher, batches } = openBatcher()
    const failed = batcher.add("a")
    await turn()
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
    for (const item of ["a", "b", "c", "d", "e"]) {
      void batcher.add(item)
    }
    await expect(batcher.add("f")).rejects.toThrow("5 others are waiting")
  })
})
