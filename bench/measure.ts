import type { BenchContext } from "./context"

/** One line of the table. */
export type Row = {
  /** What was measured, and over what. */
  what: string
  ours: Figure
  /** What it is compared with, in the same run; null where the goal is a number. */
  reference: Figure | null
  /** null: a figure to know, of which nothing is demanded. */
  goal: Goal | null
  /** What a reader needs to know to believe it, such as the workload or the number of samples. */
  note?: string
}

/** As it is printed, and as it is compared. */
export type Figure = { value: number; unit: Unit }

type Unit = "/s" | "ms" | "MB" | "KB" | ""

/**
 * What is wanted: of the ratio of ours to the reference, or of ours itself
 * where there is none.
 *
 * @param kind a count is the same on every machine: CI fails on it, and on no figure
 */
type Goal = {
  kind: "count" | "figure"
  is: "at least" | "at most" | "under" | "exactly"
  value: number
}

/** One thing that is measured, alone on the machine. */
export type Measure = {
  /** What `--only` names. */
  name: string
  /** Only of the whole set. */
  isLong?: true
  run(context: BenchContext): Promise<Row[]>
}

/** Ours by the reference; null where there is none. */
export function ratioOf({ ours, reference }: Row): number | null {
  return reference ? ours.value / reference.value : null
}

/** null where there is no goal. */
export function isHeld(row: Row): boolean | null {
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

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest value that so much of all are not above. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) {
    throw new Error("There is nothing to take a percentile of.")
  }
  return value
}
