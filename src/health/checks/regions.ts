import { RAILS } from "../../ledger"
import { check, error, ok } from "../check"

export const regions = check("regions", async (context) => {
  const offered = await context.regions()
  if (!offered.length) {
    return error("not_enabled")
  }
  const settings = await context.settings()
  for (const rail of RAILS) {
    const names = offered
      .filter(({ rails }) => rails.includes(rail))
      .map(({ name }) => name)
    if (names.length && !settings[rail].ok) {
      return error("not_configured", { rail, regions: names.join(", ") })
    }
  }
  return ok("enabled", { count: offered.length })
})
