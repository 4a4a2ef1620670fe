/**
 * Runs a command with a running store and its admin, described in ADMIN_STORE.
 * It needs the PostgreSQL of with-postgres.mts:
 *
 *   tsx integration-tests/setup/browser/with-admin-store.mts COMMAND [ARG ...]
 */
import { TestDatabases } from "../../../harness/postgres/test-databases.ts"
import { runProgram } from "../../../harness/command/run-program.ts"
import { startAdminStore } from "./admin-store.mts"
import { ADMIN_STORE } from "./facts.ts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-admin-store.mts COMMAND [ARG ...]")
  process.exit(2)
}
const store = await startAdminStore(TestDatabases.ofThisRun())
const code = await runProgram(command, args, {
  [ADMIN_STORE]: JSON.stringify(store.facts),
}).ended
await store.close()
process.exit(code)
