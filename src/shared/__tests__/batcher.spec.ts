import { Batcher } from "../batcher"

/** Batches that end when the test ends them. */
function rounds(
  maxBatchSize = 10,
  pause?: (last: number) => Promise<unknown> | undefined
) {
  const under: { items: readonly string[]; end(): void; fail(): void }[] = []
  const gathered = new Batcher<string, string>({
    maxBatchSize,
    maxQueued: 5,
    timeoutMs: 20,
    run: async (items) =>
      await new Promise((resolve, reject) => {
        under.push({
          items,
          end: () =>
            resolve(
              items.map((item) =>
                item.startsWith("bad")
                  ? { status: "rejected", reason: new Error(item) }
                  : { status: "fulfilled", value: `${item} done` }
              )
            ),
          fail: () => reject(new Error("the round")),
        })
      }),
    pause,
  })
  /** Waits for the batch with this number to start. */
  const round = async (number: number) => {
    for (let turn = 0; turn < 1_000 && under.length <= number; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const found = under[number]
    if (!found) {
      throw new Error(`There is no round ${number}.`)
    }
    return found
  }
  return { gathered, under, round }
}

describe("things that are done together", () => {
  it("begin with the first, and gather while it is being done", async () => {
    const { gathered, under, round } = rounds()
    const first = gathered.add("a")
    const others = ["b", "c"].map((item) => gathered.add(item))
    expect(under.map(({ items }) => items)).toEqual([["a"]])

    ;(await round(0)).end()

    expect(await first).toBe("a done")
    await round(1)
    expect(under.map(({ items }) => items)).toEqual([["a"], ["b", "c"]])
    ;(await round(1)).end()
    expect(await Promise.all(others)).toEqual(["b done", "c done"])
  })

  it("are no more at once than are borne", async () => {
    const { gathered, under, round } = rounds(2)
    const all = ["a", "b", "c", "d"].map((item) => gathered.add(item))
    ;(await round(0)).end()
    await all[0]
    ;(await round(1)).end()
    await all[1]
    ;(await round(2)).end()
    await Promise.all(all)
    expect(under.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["d"]])
  })

  it("each become what they become, whatever becomes of the others", async () => {
    const { gathered, round } = rounds()
    const first = gathered.add("bad one")
    const second = gathered.add("good one")
    ;(await round(0)).end()
    await expect(first).rejects.toThrow("bad one")
    ;(await round(1)).end()
    expect(await second).toBe("good one done")
  })

  it("all fail with their round, and the next round goes on", async () => {
    const { gathered, round } = rounds()
    const first = gathered.add("a")
    const second = gathered.add("b")
    ;(await round(0)).fail()
    await expect(first).rejects.toThrow("the round")
    ;(await round(1)).end()
    expect(await second).toBe("b done")
  })

  it("wait for more where a pause is made, which is told what came together before", async () => {
    const lasts: number[] = []
    const pauses: (() => void)[] = []
    const { gathered, under, round } = rounds(10, (last) => {
      lasts.push(last)
      return new Promise<void>((resolve) => pauses.push(resolve))
    })
    const all = ["a", "b"].map((item) => gathered.add(item))
    expect(under).toEqual([])

    pauses[0]?.()
    await round(0)

    expect(under.map(({ items }) => items)).toEqual([["a", "b"]])
    all.push(gathered.add("c"))
    ;(await round(0)).end()
    await all[0]
    await new Promise(setImmediate)
    expect(lasts).toEqual([0, 2])
    pauses[1]?.()
    ;(await round(1)).end()
    expect(await all[2]).toBe("c done")
  })

  it("are not blocked permanently by a round that hangs, and the queue is bounded", async () => {
    const { gathered, round } = rounds(1)
    const stuck = gathered.add("stuck")
    const next = gathered.add("next")
    ;(await round(1)).end()
    expect(await next).toBe("next done")

    const waiting = ["b", "c", "d", "e", "f"].map((item) => gathered.add(item))
    await expect(gathered.add("one too many")).rejects.toThrow("5 wait already")
    for (let number = 2; number < 7; number++) {
      ;(await round(number)).end()
    }
    expect(await Promise.all(waiting)).toHaveLength(5)
    ;(await round(0)).end()
    await stuck
  })

  it("are idle when nothing is left to do", async () => {
    const { gathered, round } = rounds()
    await gathered.idle()
    let idle = false
    const [first, second] = ["a", "b"].map((item) => gathered.add(item))
    const done = gathered.idle().then(() => (idle = true))
    ;(await round(0)).end()
    await first
    expect(idle).toBe(false)
    ;(await round(1)).end()
    await second
    await done
  })
})
