/**
 * Runs a command with a PostgreSQL at hand, in the variables that Medusa's
 * command line and test runner read:
 *
 *   tsx integration-tests/setup/with-postgres.mts COMMAND [ARG ...]
 */
import { type ChildProcess, spawn } from "node:child_process"
import { startPostgres } from "../../demo/postgres.mts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-postgres.mts COMMAND [ARG ...]")
  process.exit(2)
}
const started: ChildProcess[] = []
let interrupted = false
// The child hears Ctrl-C itself: PostgreSQL goes when the child has gone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true
    started.forEach((child) => child.kill(signal))
  })
}
const postgres = await startPostgres({ durable: false })
if (interrupted) {
  await postgres.stop()
  process.exit(130)
}
const url = new URL(postgres.serverUrl)
const child = spawn(command, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    DB_HOST: url.hostname,
    DB_PORT: url.port || "5432",
    DB_USERNAME: decodeURIComponent(url.username),
    DB_PASSWORD: decodeURIComponent(url.password),
  },
})
started.push(child)
const code = await new Promise<number>((resolve) => {
  child.once("error", (error) => {
    console.error(`${command} could not be started: ${error.message}`)
    resolve(127)
  })
  child.once("exit", (status) => resolve(status ?? 1))
})
await postgres.stop()
process.exit(code)
