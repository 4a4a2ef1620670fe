import { waitFor } from "../../../tools/harness/wait-for"
import { inTurn } from "../in-turn"

const NEVER = 2 ** 30

describe("tasks of a group", () => {
  /** Tasks that end when the test ends them. */
  function tasks() {
    const started: string[] = []
    const ends = new Map<string, () => void>()
    const run = (item: string): Promise<string> => {
      started.push(item)
      return new Promise((resolve) =>
        ends.set(item, () => resolve(item.toUpperCase()))
      )
    }
    return { started, end: (item: string) => ends.get(item)!(), run }
  }
  const groupOf = (item: string) => item.charAt(0)

  it("run in turn, and those of other groups meanwhile", async () => {
    const { started, end, run } = tasks()
    const results = inTurn(["a1", "a2", "b1"], groupOf, NEVER, run)
    expect(started).toEqual(["a1", "b1"])
    end("a1")
    await waitFor("the second task", async () => started.length === 3)
    expect(started).toEqual(["a1", "b1", "a2"])
    end("a2")
    end("b1")
    expect(await results).toEqual(["A1", "A2", "B1"])
  })

  it("start at once after the time, so that one that hangs delays them by it only", async () => {
    const { started, end, run } = tasks()
    const results = inTurn(["a1", "a2", "a3"], groupOf, 5, run)
    await waitFor("all tasks", async () => started.length === 3)
    expect(started).toEqual(["a1", "a2", "a3"])
    ;["a1", "a2", "a3"].forEach(end)
    expect(await results).toEqual(["A1", "A2", "A3"])
  })
})
