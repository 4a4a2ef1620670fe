import type { AdminHealthResponse, HealthStatus } from "../../http-types"

const MARKS: Record<HealthStatus, string> = {
  ok: "ok     ",
  warning: "warning",
  error: "ERROR  ",
}

const SUMMARIES: Record<HealthStatus, string> = {
  ok: "All checks passed.",
  warning: "Payments work. Check what is marked warning.",
  error:
    "Some payments fail, or money may be missed. Fix what is marked ERROR.",
}

const REMEDY = `\n${" ".repeat(29)}→ `

/** Formats one line per check, with its remedy below where it did not pass. */
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
