import type { StoreCluster } from "../harness/cluster/cluster"
import { BuyerTimeout } from "./buyer"
import { Random } from "./random"
import { planFaults } from "./faults"
import { databaseRestarts, kills as killsOf } from "./interruptions"
import { spread } from "./spread"
import type { Outage } from "../harness/postgres/outage"

export const BUYERS_AT_ONCE = 4

/**
 * One random stream per source of choices, so that they don't affect each
 * other.
 */
const STREAM = {
  kills: 1,
  buyers: 2,
  faults: 3,
  restarts: 4,
  chains: 5,
  merchant: 6,
  rates: 7,
}

export type RunInput = {
  cluster: StoreCluster
  purchases: number
  kills: number
  /** Null: the database stays. */
  database: { restarts: number; outage: Outage } | null
  /** Whether the gateway sends every webhook, and only once. */
  areSentOnce: boolean
  seed: number
  /** Called before each buyer, who does not wait. */
  onStart(random: Random): Promise<void>
  /** Runs one buyer. `number` counts from 0, of `purchases`. */
  buy(
    random: { buyer: Random; faults: Random; merchant: Random },
    number: number
  ): Promise<void>
  /** Called after each finished buyer, with their number. */
  onProgress: (done: number) => void
}

/**
 * Runs buyers while faults occur.
 *
 * @returns the numbers of kills and database restarts, and of buyers whose
 *   retries timed out
 */
export async function runChaos({
  cluster,
  purchases,
  kills,
  database,
  areSentOnce,
  seed,
  onStart,
  buy,
  onProgress,
}: RunInput): Promise<{ timedOut: number; kills: number; restarts: number }> {
  const killAfter = spread(new Random(seed, STREAM.kills), purchases, kills)
  const killer = killsOf(cluster, new Random(seed, STREAM.kills, 1))
  const restartAfter = spread(
    new Random(seed, STREAM.restarts),
    purchases,
    database?.restarts ?? 0
  )
  const restarter =
    database &&
    databaseRestarts(database.outage, new Random(seed, STREAM.restarts, 1))
  const faults: Promise<unknown>[] = []
  let started = 0
  let done = 0
  let timedOut = 0

  const runBuyers = async (): Promise<void> => {
    while (started < purchases) {
      const number = started++
      const gateway = new Random(seed, STREAM.faults, number)
      faults.push(...planFaults(cluster, gateway, areSentOnce))
      faults.push(onStart(new Random(seed, STREAM.rates, number)))
      for (let left = killAfter[number] ?? 0; left > 0; left--) {
        killer.plan()
      }
      for (let left = restartAfter[number] ?? 0; left > 0; left--) {
        restarter?.plan()
      }
      try {
        const buyer = new Random(seed, STREAM.buyers, number)
        const faults = new Random(seed, STREAM.chains, number)
        const merchant = new Random(seed, STREAM.merchant, number)
        await buy({ buyer, faults, merchant }, number)
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
  await Promise.all([killer.done(), restarter?.done()])
  return { timedOut, kills: killer.count, restarts: restarter?.count ?? 0 }
}
