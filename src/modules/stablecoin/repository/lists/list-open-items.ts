import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { listFound, listIds, listSelected } from "./list-ids"
import {
  type Found,
  type Listed,
  type Listing,
  type ListRequest,
  type Names,
  groupOf,
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

/** Lists exceptions, those about refunds due only if a request names the kind. */
export async function listExceptions(
  db: Knex,
  { names, ...request }: ListRequest
): Promise<Listed> {
  if (!names) {
    return await listIds(db, EXCEPTIONS, request)
  }
  const found = await findNamesOrWords(db, names, findExceptions, IN_EXCEPTIONS)
  return await listFound(db, EXCEPTIONS, request, found)
}

export async function listRefunds(
  db: Knex,
  request: ListRequest
): Promise<Listed> {
  return await listSelected(db, await selectRefunds(db, request), request)
}

/** Where a request's refunds are. */
export async function selectRefunds(
  db: Knex,
  { names, ...request }: Omit<ListRequest, "limit" | "offset">
): Promise<Selection> {
  return {
    listing: REFUNDS,
    request,
    atRow: [],
    found: names
      ? await findNamesOrWords(db, names, findRefunds, IN_REFUNDS)
      : null,
    isNarrow: false,
  }
}

/** A search that finds no names looks for words in the texts of open rows. */
async function findNamesOrWords(
  db: Knex,
  names: Names,
  findNames: (db: Knex, names: Names) => Promise<Found>,
  words: WordSource
): Promise<Found> {
  const found = await findNames(db, names)
  return found.ids.length ? found : await findWords(db, words, names.q)
}
