/**
 * Runs a command with a PostgreSQL, in the variables that Medusa's command line
 * and test runner read. For the HTTP tests it first creates a store's tables,
 * once for all of them.
 *
 *   tsx integration-tests/setup/with-postgres.mts COMMAND [ARG ...]
 */
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { startPostgres } from "../../demo/postgres.mts"
import { TestDatabases } from "./databases.ts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-postgres.mts COMMAND [ARG ...]")
  process.exit(2)
}
const started: ChildProcess[] = []
let interrupted = false
// The child receives Ctrl-C itself: PostgreSQL stops after the child has
// exited.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    interrupted = true
    started.forEach((child) => child.kill(signal))
  })
}
const postgres = await startPostgres({ durable: false })
const databases = new TestDatabases(
  postgres.serverUrl,
  `stablecoin_test_${randomBytes(4).toString("hex")}`
)
let code = 0
try {
  if (process.env.TEST_TYPE === "http") {
    await databases.createTemplate()
    code = await run(
      process.execPath,
      ["--import=tsx", join(import.meta.dirname, "migrate-template.ts")],
      {
        DATABASE_URL: databases.url(databases.template),
        LOG_LEVEL: "error",
        // Creates the tables of roles too, for stores that use them.
        MEDUSA_FF_RBAC: "true",
      }
    )
  }
  if (code === 0) {
    const url = new URL(postgres.serverUrl)
    code = await run(command, args, {
      DB_HOST: url.hostname,
      DB_PORT: url.port || "5432",
      DB_USERNAME: decodeURIComponent(url.username),
      DB_PASSWORD: decodeURIComponent(url.password),
      TEST_SERVER_URL: postgres.serverUrl,
      TEST_RUN: databases.run,
    })
  }
  // Drops the databases of an interrupted run when the server is not ours to
  // stop.
  await databases.dropAll()
} catch (error) {
  console.error(error)
  code = 1
}
await postgres.stop()
process.exit(code)

/** @returns its exit code, or 1 after a signal */
async function run(
  program: string,
  args: string[],
  env: Record<string, string>
): Promise<number> {
  if (interrupted) {
    return 130
  }
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  })
  started.push(child)
  return await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      resolve(127)
    })
    child.once("exit", (status) => resolve(status ?? 1))
  })
}
