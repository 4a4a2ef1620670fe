/**
 * Runs a command with a Redis at hand, in REDIS_URL:
 *
 *   tsx integration-tests/setup/with-redis.mts COMMAND [ARG ...]
 *
 * Where there is none, the command is left out, which is a failure in CI only.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { startRedis } from "./cluster/redis.ts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-redis.mts COMMAND [ARG ...]")
  process.exit(2)
}
const started: ChildProcess[] = []
let interrupted = false
// The child hears Ctrl-C itself: Redis goes when the child has gone.
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
