/**
 * Runs a command with a running store and its admin, described in ADMIN_STORE.
 * It needs the PostgreSQL of with-postgres.mts:
 *
 *   tsx integration-tests/setup/browser/with-admin-store.mts COMMAND [ARG ...]
 */
import { TestDatabases } from "../../../tools/harness/postgres/test-databases.ts"
import { runWith } from "../commands/run-with.mts"
import { startAdminStore } from "./admin-store.mts"
import { ADMIN_STORE } from "./facts.ts"

await runWith("with-admin-store.mts", async (cleanup) => {
  const store = await startAdminStore(TestDatabases.ofThisRun())
  cleanup.add("The store", store.close)
  return { env: { [ADMIN_STORE]: JSON.stringify(store.facts) } }
})
