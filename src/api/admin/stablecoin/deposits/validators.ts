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
