import { check, type Finding } from "../check"

export const currencies = check(
  "currencies",
  async (context): Promise<Finding<"currencies">> => {
    const { general } = await context.settings()
    if (!general.ok) {
      return {
        status: "error",
        code: "not_configured",
        message: `The accepted stablecoins can't be determined. ${general.problems.join(" ")}`,
        remedy:
          "Correct the settings under Settings → Stablecoin payments, or in medusa-config.ts.",
      }
    }
    const configured = general.value.currencies
    const regions = await context.regions()
    const wanted = [...new Set(regions.map(({ currency }) => currency))]
    const missing = wanted.filter((currency) => !configured[currency])
    if (missing.length) {
      const names = regions
        .filter(({ currency }) => missing.includes(currency))
        .map(({ name }) => name)
      const codes = missing.map((code) => code.toUpperCase()).join(", ")
      return {
        status: "error",
        code: "missing",
        params: { currencies: codes, regions: names.join(", ") },
        message: `No stablecoin is set for ${codes}: carts of ${names.join(", ")} can't be paid.`,
        remedy: `Set the stablecoins for ${codes} under Settings → Stablecoin payments, or remove the provider from these regions.`,
      }
    }
    return wanted.length
      ? {
          status: "ok",
          code: "configured",
          params: {
            currencies: wanted.map((code) => code.toUpperCase()).join(", "),
          },
          message: `Every region that offers stablecoins has stablecoins for its currency.`,
        }
      : {
          status: "ok",
          code: "none",
          message: "No region offers stablecoins, so no currency is needed.",
        }
  }
)
