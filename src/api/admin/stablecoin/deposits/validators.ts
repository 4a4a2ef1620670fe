import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { RAILS } from "../../../../ledger"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listDepositsParams = () =>
  listParams().extend({
    rail: oneOrMoreOf(RAILS),
    chain: oneOrMore(text),
    currency: oneOrMore(text),
    mode: oneOrMore(text),
    /** Only deposits with unallocated money. */
    has_rest: oneOrMoreOf(["true"]),
  })

/** All rows with all columns: only the filters, the search and the order. */
export const exportDepositsParams = () =>
  listDepositsParams().omit({ fields: true, limit: true, offset: true })

export const getDepositParams = () => createSelectParams()
