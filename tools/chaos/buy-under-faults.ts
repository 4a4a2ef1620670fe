import { describeImbalance } from "../../src/exceptions/texts"
import { mapConcurrent } from "../../src/shared/map-concurrent"
import { compareRecords, violations } from "../harness/records/compare"
import { readImbalancesAt } from "../harness/records/imbalances"
import {
  countUnlinkedOrders,
  readRecords,
} from "../harness/records/read-records"
import {
  countNeverAnswered,
  countUnstoredWebhooks,
  countWebhooks,
} from "../harness/records/webhooks"
import { Merchant } from "../harness/shop/merchant"
import { ChainRun } from "./chain/chain-run"
import { brokenChainLaws, chainTable } from "./chain/report"
import type { ChaosContext } from "./context"
import type { Flags } from "./flags"
import { historyOf } from "./history"
import { actAsMerchant, type MerchantActs } from "./merchant-acts"
import { purchase } from "./purchases"
import { Random } from "./random"
import { moveRates, sellInEuro } from "./rates"
import { brokenLaws, summarize, table } from "./report"
import { BUYERS_AT_ONCE, runChaos } from "./run"
import { endFaults, runUntilStable } from "./run-until-stable"

/**
 * Buys while faults occur, and compares the records of gateway, ledger and
 * Medusa.
 *
 * @returns the exit code: 1 when a law is broken
 */
export async function buyUnderFaults(
  { cluster, outage, say, seconds }: ChaosContext,
  { purchases, kills, databaseRestarts, receiver, chain, seed, json }: Flags
): Promise<number> {
  say(`Seed ${seed}\n`)
  const chains = chain ? await ChainRun.start(cluster) : null
  const merchant = new Merchant(cluster)
  if (!chains) {
    await sellInEuro(cluster, merchant)
  }
  const acts: MerchantActs = {}
  const act = async (random: Random): Promise<void> => {
    await actAsMerchant({ merchant, random }, acts)
  }
  const ran = await runChaos({
    cluster,
    purchases,
    kills,
    database: outage && { restarts: databaseRestarts, outage },
    areSentOnce: receiver,
    seed,
    onStart: async (random) => {
      // Meanwhile, processes are killed.
      await moveRates(cluster, random).catch(() => {})
    },
    buy: async (random, number) => {
      if (chains) {
        await chains.buy(random, number < purchases / 2)
      } else {
        await purchase(cluster, merchant, random.buyer)
      }
      await act(random.merchant)
    },
    onProgress: (done) => say(`\r${done} of ${purchases} buyers are done `),
  })
  say(`after ${seconds()} s, ${ran.timedOut} timed out.\n`)
  await endFaults(cluster)
  await chains?.end()
  // The exceptions about money that came late are open by now.
  const left = Array<Random>(purchases).fill(new Random(seed))
  await mapConcurrent(left, BUYERS_AT_ONCE, act)
  say(`The merchant is done after ${seconds()} s.\n`)
  const rounds = await runUntilStable(cluster)
  say(`The store is stable after ${rounds} rounds and ${seconds()} s.\n\n`)

  const records = await readRecords(cluster.sandbox, cluster.db)
  const verdicts = compareRecords(records)
  const imbalances = await readImbalancesAt(cluster.databaseUrl)
  const summary = summarize(
    {
      ...countWebhooks(cluster),
      seed,
      purchases,
      processes: cluster.nodes.length,
      redis: cluster.redis,
      receiver,
      kills: ran.kills,
      merchant: acts,
      database_restarts: ran.restarts,
      seconds: seconds(),
      never_answered: await countNeverAnswered(cluster),
      webhooks_lost: await countUnstoredWebhooks(cluster),
      unbalanced: imbalances.length,
      orders_without_payment: await countUnlinkedOrders(cluster.db),
    },
    records,
    verdicts
  )
  const judged = await chains?.judge()
  console.log(
    json
      ? JSON.stringify({ ...summary, ...judged?.summary })
      : [table(summary), ...(judged ? [chainTable(judged.summary)] : [])].join(
          "\n\n"
        )
  )
  for (const violation of violations(verdicts)) {
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  for (const { law, payment_id, why } of judged?.violations ?? []) {
    const violation = { payment_id, verdict: law, why }
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  for (const imbalance of imbalances) {
    const payment_id = imbalance.payment_id ?? "no payment"
    const why = describeImbalance(imbalance)
    const violation = { payment_id, verdict: "unbalanced", why }
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  const broken = [
    ...brokenLaws(summary),
    ...(judged ? brokenChainLaws(judged.summary) : []),
  ]
  return broken.length > 0 ? 1 : 0
}
