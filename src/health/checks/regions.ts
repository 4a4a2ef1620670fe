import { type Rail, RAILS } from "../../ledger"
import { takesNewPayments } from "../../settings"
import { check, error, ok, warning } from "../check"

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
  return ok("enabled", { count: offered.length })
})
