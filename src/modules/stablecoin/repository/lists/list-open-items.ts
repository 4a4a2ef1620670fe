import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { listFound, listIds } from "./list-ids"
import {
  type Found,
  type Listed,
  type Listing,
  type ListRequest,
  type Names,
  groupOf,
} from "./listing"
import { findExceptions, findRefunds } from "./search"
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

/** Lists exceptions, those about refunds due only if a request names the kind. */
export async function listExceptions(
  db: Knex,
  request: ListRequest
): Promise<Listed> {
  const search: Search = {
    find: findExceptions,
    open: "open",
    texts: ["kind", "message", "note"],
  }
  return await list(db, request, await select(db, EXCEPTIONS, request, search))
}

export async function listRefunds(
  db: Knex,
  request: ListRequest
): Promise<Listed> {
  return await list(db, request, await selectRefunds(db, request))
}

/** Where a request's refunds are. */
export async function selectRefunds(
  db: Knex,
  request: Unpaged
): Promise<Selection> {
  return await select(db, REFUNDS, request, {
    find: findRefunds,
    open: "due",
    texts: ["reason"],
  })
}

type Unpaged = Omit<ListRequest, "limit" | "offset">

type Search = {
  find(db: Knex, names: Names): Promise<Found>
  /** The status of rows that need the merchant. */
  open: string
  /** Columns that are searched for words. */
  texts: readonly string[]
}

/**
 * A search that finds no names looks for words in the texts of open rows. There
 * are only as many of those as merchants can resolve.
 */
async function select(
  db: Knex,
  listing: Listing,
  { names, ...request }: Unpaged,
  { find, open, texts }: Search
): Promise<Selection> {
  const all = { listing, request, atRow: [], found: null, isNarrow: false }
  const found = names ? await find(db, names) : null
  if (!names || found?.ids.length) {
    return { ...all, found }
  }
  const part = `%${names.q.replace(/[\\%_]/g, "\\$&")}%`
  const { status = [open] } = request.where
  return {
    ...all,
    request: {
      ...request,
      where: {
        ...request.where,
        status: status.filter((each) => each === open),
      },
    },
    atRow: [
      db.raw(
        texts.map(() => "?? ILIKE ?").join(" OR "),
        texts.flatMap((column) => [column, part])
      ),
    ],
  }
}

async function list(
  db: Knex,
  { limit, offset }: ListRequest,
  { listing, request, found, atRow }: Selection
): Promise<Listed> {
  const page = { ...request, limit, offset }
  return found
    ? await listFound(db, listing, page, found)
    : await listIds(db, listing, page, atRow)
}
