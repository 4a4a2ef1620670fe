import type { AdminHealthResponse, HealthStatus } from "../http-types"
import { COMMAND } from "./command"
import { storeCommand, storeOptionsHelp } from "./store/store-command"

const DOCTOR_HELP = `Check the store in this folder: credentials, clocks, webhooks, database and more.

  ${COMMAND} doctor [options]
${storeOptionsHelp("the report")}

Run it in the store's folder, with the store's environment. It loads
the store as "medusa exec" does and changes nothing. Webhooks are sent to the
store's own address, so that they arrive only while the store runs.

Exit codes: 0 no check is an error, 1 at least one is, 2 the command line is
invalid or the store could not be loaded.`

export const runDoctor = storeCommand<AdminHealthResponse["health"]>({
  help: DOCTOR_HELP,
  workflow: ({ env }) => ({
    name: "check-stablecoin-health",
    // `medusa exec` itself runs its process in server mode.
    input: { worker_mode: env.MEDUSA_WORKER_MODE || "shared" },
  }),
  text: asText,
  exitCode: ({ status }) => (status === "error" ? 1 : 0),
})

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
