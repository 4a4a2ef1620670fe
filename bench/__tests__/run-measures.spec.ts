import type { BuiltStore } from "../../harness/built-store/built-store"
import type { BenchContext } from "../context"
import type { Measure, Row } from "../measure"
import { runMeasures } from "../run-measures"
import { SharedStore } from "../shared-store"

/** Stores that only count: a real one takes seconds to start. */
function benchOf(...starts: (() => Promise<void>)[]) {
  const counts = { started: 0, closed: 0 }
  const store = new SharedStore(async () => {
    const start = starts[counts.started]
    counts.started += 1
    await start?.()
    return { close: async () => void (counts.closed += 1) } as BuiltStore
  })
  const said: string[] = []
  const context = {
    say: (line: string) => said.push(line),
    store: async () => await store.get(),
  } as unknown as BenchContext
  const run = async (measures: Measure[]) =>
    await runMeasures(measures, {
      context,
      discardStore: async () => await store.discard(),
      endsWithinMs: 20,
    })
  return { counts, said, run }
}

const ROW: Row = {
  what: "a count",
  ours: { value: 1, unit: "" },
  reference: null,
  goal: null,
}

function measure(name: string, fails?: () => Promise<never>): Measure {
  return {
    name,
    run: async ({ store }) => {
      await store()
      await fails?.()
      return [ROW]
    },
  }
}

const fail = async (): Promise<never> => {
  throw new Error("The store answered 500.")
}
const hang = async (): Promise<never> => await new Promise(() => undefined)

describe("a run of benchmarks", () => {
  it("shares one store among measures that end well", async () => {
    const { counts, run } = benchOf()
    const { rows, failed } = await run([measure("one"), measure("two")])
    expect(rows.map(({ measure }) => measure)).toEqual(["one", "two"])
    expect(failed).toEqual([])
    expect(counts).toEqual({ started: 1, closed: 0 })
  })

  it.each([
    ["fails", fail, "The store answered 500."],
    ["hangs", hang, "It did not end in 0.02 s."],
  ])(
    "gives the others a new store after a measure that %s",
    async (_, bad, why) => {
      const { counts, said, run } = benchOf()
      const { rows, failed } = await run([measure("bad", bad), measure("good")])
      expect(rows.map(({ measure }) => measure)).toEqual(["good"])
      expect(failed).toEqual(["bad"])
      expect(said.join("\n")).toContain(why)
      expect(counts).toEqual({ started: 2, closed: 1 })
    }
  )

  it("starts the store again that did not start", async () => {
    const { counts, run } = benchOf(fail)
    const { rows, failed } = await run([measure("bad"), measure("good")])
    expect([rows.length, failed]).toEqual([1, ["bad"]])
    expect(counts).toEqual({ started: 2, closed: 0 })
  })
})
