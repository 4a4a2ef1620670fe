import type { HealthCheckId } from "../../http-types"

/** Findings that any check may return. */
const ANY = ["check_failed", "timed_out"]

/** The translation key of a finding. Checks of both rails share their texts. */
export function sentencesOf(id: HealthCheckId, code: string): string {
  const family = ANY.includes(code)
    ? "any"
    : id.replace(/_(hosted|onchain)$/, "")
  return `health.found.${family}.${code}`
}
