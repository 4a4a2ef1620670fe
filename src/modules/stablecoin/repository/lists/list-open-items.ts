import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { listIds } from "./list-ids"
import {
  type Listed,
  type Listing,
  type ListRequest,
  type Names,
  groupOf,
} from "./listing"
import { namedPayments } from "./list-payments"

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

/**
 * Lists exceptions, those about refunds due only if the request names that
 * kind. There are only as many as merchants can resolve, so their texts are
 * searched too.
 */
export async function listExceptions(
  db: Knex,
  request: ListRequest
): Promise<Listed> {
  return await listSearched(db, EXCEPTIONS, request, {
    names: ["id", "kind", "webhook_event_id"],
    words: ["message", "note"],
  })
}

export async function listRefunds(
  db: Knex,
  request: ListRequest
): Promise<Listed> {
  return await listSearched(db, REFUNDS, request, {
    names: ["id", "medusa_refund_id", "exception_id", "order_id", "tx_hash"],
    words: ["refund_to", "reason"],
  })
}

async function listSearched(
  db: Knex,
  listing: Listing,
  request: ListRequest,
  searched: { names: string[]; words: string[] }
): Promise<Listed> {
  const { names } = request
  const conditions = names ? [isNamed(db, names, searched)] : []
  return await listIds(db, listing, request, conditions)
}

function isNamed(
  db: Knex,
  names: Names,
  searched: { names: string[]; words: string[] }
): Knex.Raw {
  const part = `%${names.q.replace(/[\\%_]/g, "\\$&")}%`
  const any = [
    ...searched.names.map((column) => db.raw("?? = ?", [column, names.q])),
    ...searched.words.map((column) => db.raw("?? ILIKE ?", [column, part])),
    db.raw("payment_id = ANY(ARRAY(?))", [namedPayments(db, names)]),
  ]
  return db.raw(any.map(() => "(?)").join(" OR "), any)
}
