import type { BenchContext } from "./context"

const WARM_UP = 5

/** One line of the table. */
export type Row = {
  /** The measured quantity and its subject. */
  what: string
  ours: Figure
  /**
   * The figure of the same run to compare with. Absent: the goal is absolute.
   */
  reference?: Figure
  /** Absent: informational. */
  goal?: Goal
  /** Context for the reader, such as the workload or the number of samples. */
  note?: string
}

/** A value with its unit, as printed and compared. */
export type Figure = { value: number; unit: Unit }

type Unit = "/s" | "ms" | "MB" | "KB" | ""

/**
 * The required ratio of ours to the reference, or the required value of ours
 * without a reference.
 *
 * @param kind a count is the same on every machine. CI fails on counts only
 */
type Goal = {
  kind: "count" | "figure"
  is: "at least" | "at most" | "under" | "exactly"
  value: number
}

/** One measurement, run without anything else on the machine. */
export type Measure = {
  /** The name for `--only`. */
  name: string
  /** Runs only in the full set. */
  isLong?: true
  run(context: BenchContext): Promise<Row[]>
}

/** Ours divided by the reference, or null without one. */
export function ratioOf({ ours, reference }: Row): number | null {
  return reference ? ours.value / reference.value : null
}

/** null without a goal. */
export function isMet(row: Row): boolean | null {
  if (!row.goal) {
    return null
  }
  const { is, value } = row.goal
  const measured = ratioOf(row) ?? row.ours.value
  switch (is) {
    case "at least":
      return measured >= value
    case "at most":
      return measured <= value
    case "under":
      return measured < value
    case "exactly":
      return measured === value
  }
}

/** A count that has to be this one. */
export function exactly(what: string, ours: number, value: number): Row {
  return {
    what,
    ours: { value: ours, unit: "" },
    goal: { kind: "count", is: "exactly", value },
  }
}

/**
 * Measures both sides, which alternate in order, since the first one affects the
 * second. The first rounds of a new process are slower, and do not count.
 */
export async function alternating<Side extends string, T>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<T>
): Promise<Record<Side, T[]>> {
  const found = Object.fromEntries(
    sides.map((side): [Side, T[]] => [side, []])
  ) as Record<Side, T[]>
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const result = await measure(side)
      if (round >= 0) {
        found[side].push(result)
      }
    }
  }
  return found
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/**
 * The smallest value that is at least as large as this share of all values.
 *
 * @param share from 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) {
    throw new Error("The percentile has no samples.")
  }
  return value
}
