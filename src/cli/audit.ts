import { describeImbalance } from "../exceptions/texts"
import type { Audit } from "../workflows/audit-deposits"
import { COMMAND } from "./command"
import { UsageError } from "../shared/command-line/io"
import { storeCommand, storeOptionsHelp } from "./store/store-command"

export const runAudit = storeCommand<Audit>({
  help: `List the deposits and orders whose money is not accounted for, in the store of
this folder.

  ${COMMAND} audit [options]
    --from <date>    only deposits that were stored since then (UTC)
    --to <date>      only deposits that were stored before then (UTC)
${storeOptionsHelp("the list")}

Each part of a deposit is captured, refunded or kept, is being settled, or is
named by an open exception. The captured sum is the amount of its payment, which
follows from its cart and the prices of its quote. No order has taken more than
its total. The command changes nothing, and leaves out what changed in the last
15 minutes.

Exit codes: 0 all money is accounted for, 1 some is not, 2 the command line is
invalid or the store could not be loaded.`,
  options: { from: { type: "string" }, to: { type: "string" } },
  workflow: ({ values: { from, to } }) => ({
    name: "audit-stablecoin-deposits",
    input: { from: timeOf("from", from), to: timeOf("to", to) },
  }),
  text: ({ imbalances }) =>
    imbalances.map(describeImbalance).join("\n") ||
    "All money is accounted for.",
  exitCode: ({ imbalances }) => (imbalances.length ? 1 : 0),
})

/** @throws UsageError for a text that is not a date */
function timeOf(option: string, text: unknown): string | undefined {
  if (text === undefined) {
    return undefined
  }
  const time = Date.parse(String(text))
  if (Number.isNaN(time)) {
    throw new UsageError(`--${option} takes a date, such as 2026-01-31.`)
  }
  return new Date(time).toISOString()
}
