import { parseArgs } from "node:util"
import type { ForgottenCustomer } from "../workflows/customer-data"
import { COMMAND } from "./command"
import { UsageError, type Io } from "../shared/command-line/io"
import { runStoreCommand, STORE_OPTIONS } from "./store/store-command"

const PRIVACY_HELP = `List or erase the data of a customer in the store of this folder.

  ${COMMAND} privacy export --customer <id> [options]
  ${COMMAND} privacy forget --customer <id> [options]
    --customer <id>  of Medusa, such as cus_01…; guests have one, too
    --json           print what was erased as one line of JSON
    --verbose        show the store's log while it is loaded
    --env <file>     load the store with this file's variables, over the shell's

"export" prints JSON. "forget" erases the customer from payments that have
ended; amounts, ids, orders and transaction hashes stay. It can't be undone.
Run it in the store's folder, with the store's environment.

Exit codes: 0 done, 1 some data has to be erased later, 2 the command line is
invalid or the store could not be loaded.`

const WORKFLOWS = {
  export: "export-stablecoin-customer-data",
  forget: "forget-stablecoin-customer",
} as const

/** The command `privacy`. @throws UsageError */
export async function runPrivacy(args: string[], io: Io): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { customer: { type: "string" }, ...STORE_OPTIONS },
  })
  if (values.help) {
    io.out(PRIVACY_HELP)
    return 0
  }
  const [what, ...more] = positionals
  if ((what !== "export" && what !== "forget") || more.length) {
    throw new UsageError("privacy takes export or forget.")
  }
  const { customer } = values
  if (!customer) {
    throw new UsageError(`privacy ${what} needs --customer and an id.`)
  }
  return await runStoreCommand<ForgottenCustomer>(io, {
    workflow: WORKFLOWS[what],
    input: () => ({ customer_id: customer }),
    options: values,
    finish: (result) => {
      if (what === "export") {
        io.out(JSON.stringify(result, null, 2))
        return 0
      }
      io.out(values.json ? JSON.stringify(result) : asText(result))
      return result.open.length || result.kept.length ? 1 : 0
    },
  })
}

/**
 * Formats the result of `privacy forget` as text, with the payments that are
 * left.
 */
function asText({
  customer_id,
  forgotten,
  open,
  kept,
}: ForgottenCustomer): string {
  const lines = [
    `Customer ${customer_id}: erased from ${countOf(forgotten)}.`,
    ...forgotten.map((id) => `  ${id}`),
  ]
  if (open.length) {
    lines.push(
      `Still open, and not touched: ${countOf(open)}. Run this again once they have ended.`,
      ...open.map(
        (each) => `  ${each.id}  ${each.status}, until ${each.expires_at}`
      )
    )
  }
  if (kept.length) {
    lines.push(
      `Not erased, since a refund may be due to the customer: ${countOf(kept)}. Resolve these exceptions and send these refunds, then run this again.`,
      ...kept.map(
        ({ id, exceptions, refunds }) =>
          `  ${id}  ${[...exceptions, ...refunds].join(", ")}`
      )
    )
  }
  return lines.join("\n")
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? "1 payment" : `${length} payments`
}
