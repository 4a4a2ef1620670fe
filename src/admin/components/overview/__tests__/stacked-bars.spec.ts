import type { AdminReceivedDay } from "../../../../http-types"
import { stackBars } from "../stacked-bars"

const day = (date: string, amounts: Record<string, string>) => ({
  date,
  total: String(
    Object.values(amounts).reduce((sum, amount) => sum + Number(amount), 0)
  ),
  amounts: Object.entries(amounts).map(([key, amount]) => ({ key, amount })),
})

const days = (count: number): AdminReceivedDay[] =>
  Array.from({ length: count }, (_, i) => day(`day ${i + 1}`, {}))

describe("a stacked bar", () => {
  it("has its parts on top of each other, in the order of the legend", () => {
    const { bars } = stackBars(
      [day("2026-11-20", { USDC: "25.00", USDT: "75.00" })],
      ["USDT", "USDC"]
    )

    expect(bars[0]?.parts).toEqual([
      { key: "USDT", y: 25, height: 75 },
      { key: "USDC", y: 0, height: 25 },
    ])
  })

  it("has no part for a coin that received nothing", () => {
    const { bars } = stackBars(
      [day("2026-11-20", { USDT: "1.00" }), day("2026-11-21", {})],
      ["USDC", "USDT"]
    )

    expect(bars.map(({ parts }) => parts.length)).toEqual([1, 0])
  })

  it("stays within the plot, and overlaps no other bar", () => {
    const { bars } = stackBars(days(90), [])

    bars.forEach(({ x, width }, index) => {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(bars[index + 1]?.x ?? 100)
    })
  })
})

describe("the axes", () => {
  it("have round values from zero to above the highest bar", () => {
    const { ticks } = stackBars([day("2026-11-20", { USDT: "87.13" })], [])

    expect(ticks.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100])
    ticks.forEach(({ value, y }) => expect(y).toBeCloseTo(100 - value))
  })

  it("have values without money too", () => {
    expect(stackBars(days(7), []).ticks[0]).toEqual({ value: 0, y: 100 })
  })

  it.each([7, 30, 90])("of %i days name today and a few others", (count) => {
    const { dates } = stackBars(days(count), [])

    expect(dates.at(-1)?.date).toBe(`day ${count}`)
    expect(dates.length).toBeLessThanOrEqual(5)
    expect(dates.length).toBeGreaterThan(3)
  })
})
