import { RAILS } from "../../ledger"
import { check, type Finding } from "../check"

export const regions = check(
  "regions",
  async (context): Promise<Finding<"regions">> => {
    const offered = await context.regions()
    if (!offered.length) {
      return {
        status: "error",
        code: "not_enabled",
        message: "No region offers stablecoins: buyers can't choose them.",
        remedy:
          "Enable a stablecoin payment provider in a region, under Settings → Regions.",
      }
    }
    const settings = await context.settings()
    for (const rail of RAILS) {
      const names = offered
        .filter(({ rails }) => rails.includes(rail))
        .map(({ name }) => name)
      if (names.length && !settings[rail].ok) {
        return {
          status: "error",
          code: "not_configured",
          params: { rail, regions: names.join(", ") },
          message: `The ${rail} rail is offered in ${names.join(", ")}, and is not configured: buyers who choose it can't pay.`,
          remedy: `Configure the ${rail} rail under Settings → Stablecoin payments, or remove its provider from these regions.`,
        }
      }
    }
    return {
      status: "ok",
      code: "enabled",
      params: { count: offered.length },
      message: `Stablecoins are offered in ${offered.length} ${offered.length === 1 ? "region" : "regions"}.`,
    }
  }
)
