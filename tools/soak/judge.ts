import { type Growth, judgeGrowth, type Series } from "./growth"
import type { Sample } from "./sample"

const MB = 1024 * 1024

/** A line of the report. */
export type Line = {
  name: string
  unit: Series["unit"]
  start: number
  end: number
  growth: Growth
}

/**
 * A table may grow with the shop. Each order may take this many times the space
 * of earlier ones.
 */
const MORE_PER_ORDER = 1.5
/** Pages are allocated in steps. */
const TABLE_TOLERANCE_MB = 2

/** All figures of a run: the process's first, then the tables'. */
export function judge(samples: readonly Sample[]): Line[] {
  return [...processLines(samples), ...tableLines(samples)]
}

function processLines(samples: readonly Sample[]): Line[] {
  const of = (
    name: keyof Omit<Sample, "tables" | "indexes">,
    unit: Series["unit"],
    tolerance: number
  ): Line => {
    const scale = unit === "MB" ? MB : 1
    const values = samples.map((sample) => sample[name] / scale)
    const growth = judgeGrowth({ name, unit, values, tolerance })
    return line(name, unit, values, growth)
  }
  return [
    of("rss", "MB", 16),
    of("heap", "MB", 6),
    of("connections", "", 3),
    of("resources", "", 30),
  ]
}

function tableLines(samples: readonly Sample[]): Line[] {
  const names = Object.keys(samples[0]?.tables ?? {})
  return names.flatMap((table) =>
    (["tables", "indexes"] as const).map((of) => {
      const values = samples.map((sample) => (sample[of][table] ?? 0) / MB)
      const orders = samples.map((sample) => sample.orders)
      const name = of === "tables" ? table : `${table}, indexes`
      return line(name, "MB", values, growthByOrders(values, orders))
    })
  )
}

/**
 * A table levels off if the orders of the last third take no more space than
 * those of the second.
 */
function growthByOrders(
  values: readonly number[],
  orders: readonly number[]
): Growth {
  const at = [0, 1 / 3, 2 / 3, 1].map((share) =>
    Math.round(share * (values.length - 1))
  )
  const added = (from: number, to: number) => ({
    size: (values[at[to]!] ?? 0) - (values[at[from]!] ?? 0),
    orders: (orders[at[to]!] ?? 0) - (orders[at[from]!] ?? 0),
  })
  const [second, last] = [added(1, 2), added(2, 3)]
  const expected = (second.size / Math.max(1, second.orders)) * last.orders
  const [, first = 0, middle = 0, end = 0] = at.map((i) => values[i] ?? 0)
  return {
    thirds: [first, middle, end],
    levelsOff: last.size <= MORE_PER_ORDER * expected + TABLE_TOLERANCE_MB,
  }
}

function line(
  name: string,
  unit: Series["unit"],
  values: readonly number[],
  growth: Growth
): Line {
  return { name, unit, start: values[0] ?? 0, end: values.at(-1) ?? 0, growth }
}
