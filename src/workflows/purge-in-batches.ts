import type { PurgeBatch } from "../modules/stablecoin/types"

/** Rows per statement, so that none locks the table for long. */
const BATCH = 1000
/** Less than the interval of any job: the next run purges the rest. */
const LASTS_MS = 50_000

/** Rows of one kind, and how long they are retained. */
export type Purge = {
  seconds: number
  run(batch: PurgeBatch): Promise<number>
}

/**
 * Runs purges one after the other, batch by batch, until nothing is left or the
 * time is up. Any number of processes may run it concurrently.
 *
 * @returns how many rows each has purged, in their order
 */
export async function purgeInBatches(
  purges: readonly Purge[],
  { limit = BATCH, now = () => performance.now() } = {}
): Promise<number[]> {
  const endsAt = now() + LASTS_MS
  const counts: number[] = []
  for (const { seconds, run } of purges) {
    const before = new Date(Date.now() - seconds * 1000)
    let count = 0
    let isFull = true
    while (isFull && now() < endsAt) {
      const purged = await run({ before, limit })
      count += purged
      isFull = purged === limit
    }
    counts.push(count)
  }
  return counts
}
