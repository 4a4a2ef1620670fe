import { compareRecords, violations } from "../harness/records/compare"
import {
  countUnlinkedOrders,
  readRecords,
} from "../harness/records/read-records"
import {
  countNeverAnswered,
  countUnstoredWebhooks,
  countWebhooks,
} from "../harness/records/webhooks"
import type { ChaosContext } from "./context"
import type { Flags } from "./flags"
import { historyOf } from "./history"
import { brokenLaws, summarize, table } from "./report"
import { runChaos } from "./run"
import { endFaults, runUntilStable } from "./run-until-stable"

/**
 * Buys while faults occur, and compares the records of gateway, ledger and
 * Medusa.
 *
 * @returns the exit code: 1 when a law is broken
 */
export async function buyUnderFaults(
  { cluster, outage, say, seconds }: ChaosContext,
  { purchases, kills, databaseRestarts, receiver, seed, json }: Flags
): Promise<number> {
  say(`Seed ${seed}\n`)
  const ran = await runChaos({
    cluster,
    purchases,
    kills,
    database: outage && { restarts: databaseRestarts, outage },
    areSentOnce: receiver,
    seed,
    onProgress: (done) => say(`\r${done} of ${purchases} buyers are done `),
  })
  say(`, ${ran.timedOut} timed out.\nReconciling until the store is stable … `)
  await endFaults(cluster)
  say(`after ${await runUntilStable(cluster)} rounds.\n\n`)

  const records = await readRecords(cluster.sandbox, cluster.db)
  const verdicts = compareRecords(records)
  const summary = summarize(
    {
      ...countWebhooks(cluster),
      seed,
      purchases,
      processes: cluster.nodes.length,
      redis: cluster.redis,
      receiver,
      kills: ran.kills,
      database_restarts: ran.restarts,
      seconds: seconds(),
      never_answered: await countNeverAnswered(cluster),
      webhooks_lost: await countUnstoredWebhooks(cluster),
      orders_without_payment: await countUnlinkedOrders(cluster.db),
    },
    records,
    verdicts
  )
  console.log(json ? JSON.stringify(summary) : table(summary))
  for (const violation of violations(verdicts)) {
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  return brokenLaws(summary).length > 0 ? 1 : 0
}
