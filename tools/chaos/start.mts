import { performance } from "node:perf_hooks"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { UsageError } from "../harness/command/command.ts"
import { startCluster } from "../harness/cluster/cluster.ts"
import { startRedis } from "../harness/cluster/redis.ts"
import { startTestPostgres } from "../harness/postgres/templates.mts"
import type { SandboxOptions } from "../../packages/sandbox/src/index.ts"
import { FINALITY } from "./chain/blocks.ts"
import type { ChaosContext } from "./context.ts"
import type { Flags } from "./flags.ts"

/** Longer than the proxy tries to reach a receiver. */
const SENT_ONCE: SandboxOptions = {
  webhookRetries: 0,
  webhookTimeoutMs: 30_000,
}
/** Retries last long enough for a process restart, but not for every one. */
const SENT_AGAIN: SandboxOptions = { webhookRetries: 5, webhookBackoffMs: 400 }
/** Starts PostgreSQL, Redis if there is one, and the store on them. */
export async function startChaos(
  flags: Flags,
  cleanup: Cleanup
): Promise<ChaosContext> {
  const { databaseRestarts, receiver, chain } = flags
  const began = performance.now()
  const redis = flags.processes === 1 ? null : await startRedis()
  if (redis) {
    cleanup.add("Redis", redis.stop)
  } else if (flags.processes === 2) {
    throw new UsageError(
      "--processes 2 needs a Redis: install redis-server, or set REDIS_URL."
    )
  }
  const { postgres, databases } = await startTestPostgres(
    `stablecoin_chaos_${process.pid}`,
    { durable: databaseRestarts > 0 }
  )
  cleanup.add("PostgreSQL", postgres.stop)
  if (databaseRestarts > 0 && !postgres.outage) {
    throw new UsageError(
      "PostgreSQL can't be stopped, since DATABASE_URL was given. Leave it out to use the one from npm."
    )
  }
  const cluster = await startCluster({
    processes: redis ? 2 : 1,
    receivers: receiver ? 1 : 0,
    databases,
    rates: !chain,
    ...(redis ? { redisUrl: redis.url } : {}),
    sandbox: {
      ...(receiver ? SENT_ONCE : SENT_AGAIN),
      ...(chain ? { finality: FINALITY } : {}),
    },
    ...(chain ? { chains: true, env: { STABLECOIN_PROOF: "require" } } : {}),
  })
  cleanup.add("The store", cluster.close)
  const context: ChaosContext = {
    cluster,
    outage: postgres.outage ?? null,
    say: (text) => void process.stderr.write(text),
    seconds: () => Math.round((performance.now() - began) / 1000),
  }
  context.say(`The store runs after ${context.seconds()} s.\n`)
  return context
}
