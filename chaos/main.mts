/**
 * `npm run chaos`: makes purchases while faults occur, then compares the
 * records of gateway, ledger and Medusa.
 */
import { performance } from "node:perf_hooks"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand, UsageError } from "../harness/command/command.ts"
import { startCluster } from "../harness/cluster/cluster.ts"
import { startRedis } from "../harness/cluster/redis.ts"
import { startTestPostgres } from "../harness/postgres/templates.mts"
import { compareRecords, violations } from "../harness/records/compare.ts"
import { endFaults, runUntilStable } from "./run-until-stable.ts"
import { type Flags, readFlags, USAGE } from "./flags.mts"
import { historyOf } from "./history.ts"
import {
  countUnlinkedOrders,
  readRecords,
} from "../harness/records/read-records.ts"
import { summarize, table } from "./report.ts"
import { runChaos } from "./run.ts"

await runCommand({ usage: USAGE, readFlags, run: chaos })

/**
 * @returns the exit code: 1 when money was lost, doubled or unconfirmed, or an
 *   order is underpaid
 */
async function chaos(flags: Flags, cleanup: Cleanup): Promise<number> {
  const { purchases, seed, json } = flags
  const began = performance.now()
  const say = (text: string): void => void process.stderr.write(text)
  say(`Seed ${seed}\n`)

  const redis = flags.processes === 1 ? null : await startRedis()
  if (redis) {
    cleanup.add("Redis", redis.stop)
  } else if (flags.processes === 2) {
    throw new UsageError(
      "--processes 2 needs a Redis: install redis-server, or set REDIS_URL."
    )
  }
  const processes = redis ? 2 : 1
  const { postgres, databases } = await startTestPostgres(
    `stablecoin_chaos_${process.pid}`
  )
  cleanup.add("PostgreSQL", postgres.stop)
  const cluster = await startCluster({
    processes,
    databases,
    ...(redis ? { redisUrl: redis.url } : {}),
    // Retries last long enough for a process restart, but not for every one.
    sandbox: { webhookRetries: 5, webhookBackoffMs: 400 },
  })
  cleanup.add("The store", cluster.close)

  say(`The store runs after ${secondsSince(began)} s.\n`)
  const { kills, timedOut } = await runChaos({
    cluster,
    purchases,
    kills: flags.kills,
    seed,
    onProgress: (done) => say(`\r${done} of ${purchases} buyers are done `),
  })
  say(`, ${timedOut} timed out.\nReconciling until the store is stable … `)
  await endFaults(cluster)
  say(`after ${await runUntilStable(cluster)} rounds.\n\n`)

  const records = await readRecords(cluster.sandbox, cluster.db)
  const verdicts = compareRecords(records)
  const summary = summarize(
    {
      seed,
      purchases,
      processes,
      redis: cluster.redis,
      kills,
      seconds: secondsSince(began),
      orders_without_payment: await countUnlinkedOrders(cluster.db),
    },
    records,
    verdicts
  )
  console.log(json ? JSON.stringify(summary) : table(summary))
  const violating = violations(verdicts)
  for (const violation of violating) {
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  return violating.length > 0 || summary.underpaid > 0 ? 1 : 0
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000)
}
