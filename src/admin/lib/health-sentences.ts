import type { HealthCheckId } from "../../http-types"
import { RAILS } from "../../ledger/rails"

/** Findings that any check may return. */
const ANY = ["check_failed", "timed_out"]

const OF_RAIL = new RegExp(`_(${RAILS.join("|")})$`)

/** The translation key of a finding. Checks of both rails share their texts. */
export function sentencesOf(id: HealthCheckId, code: string): string {
  const family = ANY.includes(code) ? "any" : id.replace(OF_RAIL, "")
  return `health.found.${family}.${code}`
}
