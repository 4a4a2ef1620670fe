/**
 * Runs a command with a PostgreSQL, in the variables that Medusa's command line
 * and test runner read, and with the databases that tests copy.
 *
 *   tsx integration-tests/setup/postgres/with-postgres.mts COMMAND [ARG ...]
 */
import { randomBytes } from "node:crypto"
import { startTestPostgres } from "../../../tools/harness/postgres/templates.mts"
import { runWith } from "../commands/run-with.mts"

await runWith("with-postgres.mts", async (cleanup) => {
  const { postgres, databases } = await startTestPostgres(
    `stablecoin_test_${randomBytes(4).toString("hex")}`
  )
  cleanup.add("PostgreSQL", postgres.stop)
  if (!postgres.save) {
    // The server is not ours to stop, and so its databases are removed.
    cleanup.add("The databases", async () => await databases.dropAll())
  }
  const url = new URL(postgres.serverUrl)
  return {
    env: {
      DB_HOST: url.hostname,
      DB_PORT: url.port || "5432",
      DB_USERNAME: decodeURIComponent(url.username),
      DB_PASSWORD: decodeURIComponent(url.password),
      TEST_SERVER_URL: postgres.serverUrl,
      TEST_RUN: databases.run,
    },
  }
})
