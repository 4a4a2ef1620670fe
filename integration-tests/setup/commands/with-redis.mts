/**
 * Runs a command with a Redis, in REDIS_URL:
 *
 *   tsx integration-tests/setup/commands/with-redis.mts COMMAND [ARG ...]
 */
import { startRedis } from "../../../tools/harness/cluster/redis.ts"
import { runWith } from "./run-with.mts"

await runWith("with-redis.mts", async (cleanup) => {
  const redis = await startRedis()
  if (!redis) {
    return {
      missing: "there is no redis-server, and REDIS_URL is not set.",
    }
  }
  cleanup.add("Redis", redis.stop)
  return { env: { REDIS_URL: redis.url } }
})
