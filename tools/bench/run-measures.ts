import { inspect } from "node:util"
import { withTimeout } from "../../src/shared/with-timeout"
import type { BenchContext } from "./context"
import type { Measure, Row } from "./measure"

/** Far longer than the longest measure takes. */
const ENDS_WITHIN_MS = 15 * 60_000

/** A row with the name of its measure. */
export type MeasuredRow = Row & { measure: string }

export type MeasuresParts = {
  context: BenchContext
  /** Stops the shared store, which a failed measure may have left broken. */
  discardStore(): Promise<void>
  endsWithinMs?: number
}

/**
 * Runs measures sequentially: concurrent ones would measure each other. One
 * that fails or hangs takes neither the others nor their store with it.
 */
export async function runMeasures(
  measures: readonly Measure[],
  { context, discardStore, endsWithinMs = ENDS_WITHIN_MS }: MeasuresParts
): Promise<{ rows: MeasuredRow[]; failed: string[] }> {
  const { say } = context
  const rows: MeasuredRow[] = []
  const failed: string[] = []
  for (const { name, run } of measures) {
    const began = performance.now()
    try {
      const found = await withTimeout(run(context), endsWithinMs, () => {
        throw new Error(`It did not end in ${endsWithinMs / 1000} s.`)
      })
      rows.push(...found.map((row) => ({ measure: name, ...row })))
    } catch (error) {
      failed.push(name)
      say(`${name} failed: ${inspect(error)}`)
      await discardStore()
    }
    say(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  return { rows, failed }
}
