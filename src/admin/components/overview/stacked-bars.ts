import { scaleBand, scaleLinear } from "#d3-scale"
import type { AdminReceivedDay } from "../../../http-types"

/** Gap between two days, as a share of their distance. */
const PADDING = 0.25
const TICKS = 4
/** As many dates as fit in a phone's width. */
const MOST_DATES = 5

/** Positions and sizes in percent of the plot. Numbers are for drawing only. */
export type StackedBars = {
  bars: { date: string; x: number; width: number; parts: Part[] }[]
  /** Values of the vertical axis, from bottom to top. */
  ticks: { value: number; y: number }[]
  /** Days that are named below the plot. */
  dates: { date: string; x: number }[]
}

type Part = { key: string | null; y: number; height: number }

/**
 * Lays out a bar for each day, with a part for each coin or network.
 *
 * @param keys order of the parts, from bottom to top
 */
export function stackBars(
  days: readonly AdminReceivedDay[],
  keys: readonly (string | null)[]
): StackedBars {
  const most = Math.max(...days.map(({ total }) => Number(total)))
  const y = scaleLinear([0, most || 1], [100, 0]).nice(TICKS)
  const x = scaleBand(
    days.map(({ date }) => date),
    [0, 100]
  ).padding(PADDING)
  const width = x.bandwidth()
  const left = (date: string) => x(date) ?? 0
  const every = Math.ceil(days.length / MOST_DATES)
  return {
    bars: days.map(({ date, amounts }) => {
      let sum = 0
      const parts = keys.flatMap((key): Part[] => {
        const amount = amounts.find((each) => each.key === key)?.amount
        if (amount === undefined) {
          return []
        }
        const bottom = y(sum)
        sum += Number(amount)
        return [{ key, y: y(sum), height: bottom - y(sum) }]
      })
      return { date, x: left(date), width, parts }
    }),
    ticks: y.ticks(TICKS).map((value) => ({ value, y: y(value) })),
    // Counted back from today, which is always named.
    dates: days
      .filter((_, index) => (days.length - 1 - index) % every === 0)
      .map(({ date }) => ({ date, x: left(date) + width / 2 })),
  }
}
