import type { HealthCheckId } from "../../http-types"

/** What any check may find. */
const ANY = ["check_failed", "timed_out"]

/** Where the sentences about a finding are: those about both rails are the same ones. */
export function sentencesOf(id: HealthCheckId, code: string): string {
  const family = ANY.includes(code)
    ? "any"
    : id.replace(/_(hosted|onchain)$/, "")
  return `health.found.${family}.${code}`
}
