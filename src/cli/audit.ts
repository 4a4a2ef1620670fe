import { parseArgs } from "node:util"
import { describeImbalance } from "../exceptions/texts"
import { REFUNDED_WITHIN_DAYS } from "../ledger/imbalances"
import type { Audit } from "../workflows/audit-deposits"
import { COMMAND } from "./command"
import { UsageError, type Io } from "../shared/command-line/io"
import {
  runStoreCommand,
  STORE_OPTIONS,
  storeOptionsHelp,
} from "./store/store-command"

const AUDIT_HELP = `List the deposits and orders whose money is not accounted for, in the store of
this folder.

  ${COMMAND} audit [options]
${storeOptionsHelp("the list")}

Each part of a deposit is captured, refunded or kept, is being settled, or is
named by an open exception. No order has taken more than its total. The command
changes nothing, and leaves out what changed in the last 15 minutes. An order
whose total changed in the last ${REFUNDED_WITHIN_DAYS} days is listed, and does not fail.

Exit codes: 0 all money is accounted for, 1 some is not, 2 the command line is
invalid or the store could not be loaded.`

/** The command `audit`. @throws UsageError */
export async function runAudit(args: string[], io: Io): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: STORE_OPTIONS,
  })
  if (values.help) {
    io.out(AUDIT_HELP)
    return 0
  }
  if (positionals.length) {
    throw new UsageError(`audit takes no ${positionals[0]}.`)
  }
  return await runStoreCommand<Audit>(io, {
    workflow: "audit-stablecoin-deposits",
    input: () => ({}),
    options: values,
    finish: (audit) => {
      const { imbalances } = audit
      io.out(values.json ? JSON.stringify(audit) : asText(audit))
      return imbalances.some(({ is_recent }) => !is_recent) ? 1 : 0
    },
  })
}

function asText({ imbalances }: Audit): string {
  return imbalances.length
    ? imbalances.map(describeImbalance).join("\n")
    : "All money is accounted for."
}
