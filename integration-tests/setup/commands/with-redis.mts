/**
 * Runs a command with a Redis, in REDIS_URL:
 *
 *   tsx integration-tests/setup/commands/with-redis.mts COMMAND [ARG ...]
 *
 * Without a Redis it skips the command, which is a failure only in CI.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { startRedis } from "../../../harness/cluster/redis.ts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-redis.mts COMMAND [ARG ...]")
  process.exit(2)
}
const started: ChildProcess[] = []
let interrupted = false
// The child receives Ctrl-C itself: Redis stops after the child has exited.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true
    started.forEach((child) => child.kill(signal))
  })
}
const redis = await startRedis()
if (!redis) {
  const left = process.env.CI === "true" ? "can't run" : "are left out"
  console.error(
    `The tests of several processes ${left}: there is no redis-server, and REDIS_URL is not set.`
  )
  process.exit(process.env.CI === "true" ? 1 : 0)
}
if (interrupted) {
  await redis.stop()
  process.exit(130)
}
const child = spawn(command, args, {
  stdio: "inherit",
  env: { ...process.env, REDIS_URL: redis.url },
})
started.push(child)
const code = await new Promise<number>((resolve) => {
  child.once("error", (error) => {
    console.error(`${command} could not be started: ${error.message}`)
    resolve(127)
  })
  child.once("exit", (status) => resolve(status ?? 1))
})
await redis.stop()
process.exit(code)
