import { check } from "../check"

export const migrations = check("migrations", async ({ stablecoin }) => {
  const pending = await stablecoin.health.pendingMigrations()
  return pending.length
    ? {
        status: "error",
        code: "pending",
        params: { count: pending.length, names: pending.join(", ") },
        message: `The database lacks ${pending.length} of the plugin's migrations: ${pending.join(", ")}.`,
        remedy: "Run `npx medusa db:migrate` and restart the store.",
      }
    : {
        status: "ok",
        code: "applied",
        message: "The database has all of the plugin's migrations.",
      }
})
