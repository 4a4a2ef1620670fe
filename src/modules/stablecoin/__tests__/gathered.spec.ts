import { Gathered } from "../gathered"

/** Rounds that end when the test says so. */
function rounds(most = 10) {
  const under: { items: readonly string[]; end(): void; fail(): void }[] = []
  const gathered = new Gathered<string, string>(
    most,
    0,
    async (items) =>
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
      })
  )
  return { gathered, under }
}

describe("things that are done together", () => {
  it("begin with the first, and gather while it is being done", async () => {
    const { gathered, under } = rounds()
    const first = gathered.add("a")
    const others = ["b", "c"].map((item) => gathered.add(item))
    expect(under.map(({ items }) => items)).toEqual([["a"]])
    expect(gathered.length).toBe(2)

    under[0]?.end()

    expect(await first).toBe("a done")
    expect(under.map(({ items }) => items)).toEqual([["a"], ["b", "c"]])
    under[1]?.end()
    expect(await Promise.all(others)).toEqual(["b done", "c done"])
  })

  it("are no more at once than are borne", async () => {
    const { gathered, under } = rounds(2)
    const all = ["a", "b", "c", "d"].map((item) => gathered.add(item))
    under[0]?.end()
    await all[0]
    under[1]?.end()
    await all[1]
    under[2]?.end()
    await Promise.all(all)
    expect(under.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["d"]])
  })

  it("each become what they become, whatever becomes of the others", async () => {
    const { gathered, under } = rounds()
    const first = gathered.add("bad one")
    const second = gathered.add("good one")
    under[0]?.end()
    await expect(first).rejects.toThrow("bad one")
    under[1]?.end()
    expect(await second).toBe("good one done")
  })

  it("all fail with their round, and the next round goes on", async () => {
    const { gathered, under } = rounds()
    const first = gathered.add("a")
    const second = gathered.add("b")
    under[0]?.fail()
    await expect(first).rejects.toThrow("the round")
    under[1]?.end()
    expect(await second).toBe("b done")
  })
})
