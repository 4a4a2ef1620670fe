import type { AdminHealthResponse, HealthStatus } from "../../http-types"

const MARKS: Record<HealthStatus, string> = {
  ok: "ok    ",
  look: "look  ",
  broken: "BROKEN",
}

const SUMMARIES: Record<HealthStatus, string> = {
  ok: "Everything is well.",
  look: "It works, and a person should see to what is marked look.",
  broken:
    "Payments fail or money may be missed until what is BROKEN is mended.",
}

const REMEDY = `\n${" ".repeat(28)}→ `

/** One line for each check, with what to do below it where something is to be done. */
export function asText({
  status,
  checks,
}: AdminHealthResponse["health"]): string {
  const lines = checks.map(({ id, status, message, remedy }) => {
    const todo = status !== "ok" && remedy ? `${REMEDY}${remedy}` : ""
    return `${MARKS[status]}  ${id.padEnd(20)}${message}${todo}`
  })
  return [...lines, "", SUMMARIES[status]].join("\n")
}
