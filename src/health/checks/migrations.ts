import { check, error, ok } from "../check"

export const migrations = check("migrations", async ({ stablecoin }) => {
  const pending = await stablecoin.health.pendingMigrations()
  return pending.length
    ? error("pending", { count: pending.length, names: pending.join(", ") })
    : ok("applied")
})
