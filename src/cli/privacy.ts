import type { ForgottenCustomer } from "../workflows/customer-data"
import { COMMAND } from "./command"
import { UsageError } from "../shared/command-line/io"
import { storeCommand, storeOptionsHelp } from "./store/store-command"

const PRIVACY_HELP = `List or erase the data of a customer in the store of this folder.

  ${COMMAND} privacy export --customer <id> [options]
  ${COMMAND} privacy forget --customer <id> [options]
    --customer <id>  of Medusa, such as cus_01…; guests have one, too
${storeOptionsHelp("what was erased")}

"export" prints JSON. "forget" erases the customer from payments that have
ended; amounts, ids, orders and transaction hashes stay. It can't be undone.
Run it in the store's folder, with the store's environment.

Exit codes: 0 done, 1 some data has to be erased later, 2 the command line is
invalid or the store could not be loaded.`

type ExportedCustomer = { customer_id: string; payments: unknown[] }

const WORKFLOWS = {
  export: "export-stablecoin-customer-data",
  forget: "forget-stablecoin-customer",
} as const

export const runPrivacy = storeCommand<ExportedCustomer | ForgottenCustomer>({
  help: PRIVACY_HELP,
  options: { customer: { type: "string" } },
  takesWords: true,
  workflow: ({ words: [action, ...more], values: { customer } }) => {
    if ((action !== "export" && action !== "forget") || more.length) {
      throw new UsageError("privacy takes export or forget.")
    }
    if (!customer) {
      throw new UsageError(`privacy ${action} needs --customer and an id.`)
    }
    return { name: WORKFLOWS[action], input: { customer_id: customer } }
  },
  text: (result) =>
    "payments" in result ? JSON.stringify(result, null, 2) : asText(result),
  exitCode: (result) =>
    "payments" in result || !(result.open.length + result.kept.length) ? 0 : 1,
})

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
