import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { listOf } from "./list-ids"
import {
  type Found,
  type Listing,
  type ListRequest,
  type Names,
  groupOf,
  type Unpaged,
} from "./listing"
import {
  findExceptions,
  findRefunds,
  findWords,
  type WordSource,
} from "./search"
import type { Selection } from "./walk-ids"

const EXCEPTIONS: Listing = {
  table: TABLE.exception,
  groupColumns: ["status", "kind"],
  group: groupOf("status", "kind"),
  // Listed as the refund itself.
  unlisted: { column: "kind", value: "refund_due" },
  sorts: { created_at: "created_at" },
}

const REFUNDS: Listing = {
  table: TABLE.refund,
  groupColumns: ["status"],
  group: "status",
  sorts: { created_at: "created_at" },
}

const IN_EXCEPTIONS: WordSource = {
  table: TABLE.exception,
  open: "open",
  texts: ["kind", "reason", "message", "note"],
}

const IN_REFUNDS: WordSource = {
  table: TABLE.refund,
  open: "due",
  texts: ["reason"],
}

const selectExceptions = openItems(EXCEPTIONS, findExceptions, IN_EXCEPTIONS)

/** Where a request's refunds are. */
export const selectRefunds = openItems(REFUNDS, findRefunds, IN_REFUNDS)

/** Lists exceptions, those about refunds due only if a request names the kind. */
export const listExceptions = listOf(selectExceptions)

export const listRefunds = listOf(selectRefunds)

/** A search that finds no names looks for words in the texts of open rows. */
function openItems(
  listing: Listing,
  findNames: (db: Knex, names: Names) => Promise<Found>,
  words: WordSource
) {
  return async (
    db: Knex,
    { names, ...request }: Unpaged<ListRequest>
  ): Promise<Selection> => {
    const named = names ? await findNames(db, names) : null
    const isWord = names && !named?.ids.length
    return {
      listing,
      request,
      atRow: [],
      found: isWord ? await findWords(db, words, names.q) : named,
      isNarrow: false,
    }
  }
}
