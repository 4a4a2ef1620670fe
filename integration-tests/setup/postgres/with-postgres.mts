/**
 * Runs a command with a PostgreSQL, in the variables that Medusa's command line
 * and test runner read, and with the databases that tests copy.
 *
 *   tsx integration-tests/setup/postgres/with-postgres.mts COMMAND [ARG ...]
 */
import { randomBytes } from "node:crypto"
import { runProgram } from "../../../harness/command/run-program.ts"
import { startTestPostgres } from "../../../harness/postgres/templates.mts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-postgres.mts COMMAND [ARG ...]")
  process.exit(2)
}
const { postgres, databases } = await startTestPostgres(
  `stablecoin_test_${randomBytes(4).toString("hex")}`
)
const url = new URL(postgres.serverUrl)
const code = await runProgram(command, args, {
  DB_HOST: url.hostname,
  DB_PORT: url.port || "5432",
  DB_USERNAME: decodeURIComponent(url.username),
  DB_PASSWORD: decodeURIComponent(url.password),
  TEST_SERVER_URL: postgres.serverUrl,
  TEST_RUN: databases.run,
}).ended
if (!postgres.save) {
  // The server is not ours to stop, and so its databases are removed.
  await databases.dropAll()
}
await postgres.stop()
process.exit(code)
