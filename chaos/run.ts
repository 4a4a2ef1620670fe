import type { StoreCluster } from "../harness/cluster/cluster"
import { BuyerTimeout } from "./buyer"
import { Merchant } from "../harness/shop/merchant"
import { purchase } from "./purchases"
import { Random } from "./random"
import { Killer, planFaults } from "./faults"

const BUYERS_AT_ONCE = 4

/**
 * One random stream per source of choices, so that they don't affect each
 * other.
 */
const STREAM = { kills: 1, buyers: 2, faults: 3 }

export type RunInput = {
  cluster: StoreCluster
  purchases: number
  kills: number
  seed: number
  /** Called after each finished buyer, with their number. */
  onProgress: (done: number) => void
}

/**
 * Runs buyers while faults occur.
 *
 * @returns the numbers of kills, and of buyers whose retries timed out
 */
export async function runChaos({
  cluster,
  purchases,
  kills,
  seed,
  onProgress,
}: RunInput): Promise<{ timedOut: number; kills: number }> {
  const killAfter = plannedKills(
    new Random(seed, STREAM.kills),
    purchases,
    kills
  )
  const killer = new Killer(cluster, new Random(seed, STREAM.kills, 1))
  const merchant = new Merchant(cluster)
  const faults: Promise<unknown>[] = []
  let started = 0
  let done = 0
  let timedOut = 0

  const runBuyers = async (): Promise<void> => {
    while (started < purchases) {
      const number = started++
      faults.push(
        ...planFaults(cluster, new Random(seed, STREAM.faults, number))
      )
      for (let left = killAfter[number] ?? 0; left > 0; left--) {
        killer.plan()
      }
      try {
        await purchase(
          cluster,
          merchant,
          new Random(seed, STREAM.buyers, number)
        )
      } catch (error) {
        if (!(error instanceof BuyerTimeout)) {
          throw error
        }
        timedOut++
      }
      onProgress(++done)
    }
  }
  await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, runBuyers))
  await Promise.all(faults)
  await killer.done()
  return { timedOut, kills: killer.kills }
}

/** Number of kills that start with each purchase, spread over all of them. */
function plannedKills(
  random: Random,
  purchases: number,
  kills: number
): number[] {
  const counts = Array<number>(purchases).fill(0)
  for (let kill = 0; kill < kills && purchases > 0; kill++) {
    const number = Math.floor(((kill + random.next()) / kills) * purchases)
    counts[number] = (counts[number] ?? 0) + 1
  }
  return counts
}
