import { type Rail, RAILS } from "../../ledger"
import { takesNewPayments } from "../../settings"
import { check, error, ok, warning } from "../check"
import { rulesWithoutRegion, type StablecoinRegion } from "../regions"

export const regions = check("regions", async (context) => {
  const offered = await context.regions()
  if (!offered.length) {
    return error("not_enabled")
  }
  const namesOf = (rail: Rail) =>
    offered
      .filter(({ rails }) => rails.includes(rail))
      .map(({ name }) => name)
      .join(", ")
  const settings = await context.settings()
  const used = RAILS.filter(namesOf)
  const missing = used.find((rail) => !settings[rail].ok)
  if (missing) {
    return error("not_configured", { rail: missing, regions: namesOf(missing) })
  }
  const { general } = settings
  const closed = used.find(
    (rail) =>
      general.ok && !takesNewPayments(general.value.acceptNewPayments, rail)
  )
  if (closed) {
    return warning("no_new_payments", {
      rail: closed,
      regions: namesOf(closed),
    })
  }
  const rules = general.ok ? general.value.rules : []
  const unused = await rulesWithoutRegion(context.container, rules)
  return unused.length
    ? warning("deleted_region", { rules: unused.join(", ") })
    : ok("enabled", { count: offered.length })
})

export const currencies = check("currencies", async (context) => {
  const { general } = await context.settings()
  if (!general.ok) {
    return error("not_configured", { problems: general.problems.join(" ") })
  }
  const configured = general.value.currencies
  const regions = await context.regions()
  const missing = regions.filter(({ currency }) => !configured[currency])
  if (missing.length) {
    return error("missing", {
      currencies: codesOf(missing),
      regions: missing.map(({ name }) => name).join(", "),
    })
  }
  return regions.length
    ? ok("configured", { currencies: codesOf(regions) })
    : ok("none")
})

function codesOf(regions: readonly StablecoinRegion[]): string {
  const codes = regions.map(({ currency }) => currency.toUpperCase())
  return [...new Set(codes)].join(", ")
}
