import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES } from "../../../../ledger"
import { TABLE } from "../tables"
import { listFew, listIds } from "./list-ids"
import {
  groupOf,
  isAnyOf,
  type Listed,
  type Listing,
  type ListRequest,
  type Names,
} from "./listing"
import { RAIL_TRAITS, RAILS } from "../../../../ledger"

/** Columns with an index, in which few rows share a value. */
const NAMES = [
  "id",
  "order_id",
  "cart_id",
  "payment_collection_id",
  "unanswered_group_id",
]

const PAYMENTS: Listing = {
  table: TABLE.payment,
  groupColumns: ["rail", "status", "chain", "currency", "mode", "account"],
  group: groupOf(
    "rail",
    "status",
    "COALESCE(chain, '')",
    "currency",
    "COALESCE(mode, '')",
    "account"
  ),
  sorts: {
    created_at: "created_at",
    // Unpaid payments sort as paid before all others.
    paid_at: "COALESCE(paid_at, '-infinity')",
    amount: "CAST(amount AS numeric)",
  },
  ungrouped: "created_at",
}

export type PaymentsRequest = ListRequest & {
  /**
   * Only expired hosted payments whose outcome the gateway never reported.
   * Their state can't be read from the gateway.
   */
  never_answered?: boolean
}

export async function listPayments(
  db: Knex,
  { never_answered, ...request }: PaymentsRequest,
  now: Date
): Promise<Listed> {
  const { where, names } = request
  const conditions = never_answered
    ? { ...request, where: whereNeverAnswered(where) }
    : request
  const timeIsUp = never_answered ? [db.raw("expires_at <= ?", [now])] : []
  if (names) {
    const named = db.raw("id = ANY(ARRAY(?))", [namedPayments(db, names)])
    return await listFew(db, PAYMENTS, conditions, [named, ...timeIsUp])
  }
  return NAMES.some((column) => where[column])
    ? await listFew(db, PAYMENTS, conditions, timeIsUp)
    : await listIds(db, PAYMENTS, conditions, timeIsUp)
}

function whereNeverAnswered({
  rail = RAILS,
  status = OPEN_STATUSES,
  ...others
}: ListRequest["where"]): ListRequest["where"] {
  return {
    ...others,
    rail: rail.filter((each) =>
      RAILS.some((one) => one === each && !RAIL_TRAITS[one].isReadable)
    ),
    status: status.filter((each) =>
      OPEN_STATUSES.some((open) => open === each)
    ),
  }
}

/**
 * Selects the ids of payments by an exact name: searching for a part of one
 * would read every row. The gateway's order number is our id. Hashes may be in
 * upper or lower case.
 */
export function namedPayments(
  db: Knex,
  { q, order_ids, payment_collection_ids }: Names
): Knex.QueryBuilder {
  const by = (column: string, values: readonly string[]) =>
    db(TABLE.payment)
      .select("id")
      .whereNull("deleted_at")
      .whereRaw(isAnyOf(db, column, values))
  return by("id", [q]).union([
    by("session_id", [q]),
    by("gateway_id", [q]),
    by("tx_hash", [q, q.toLowerCase()]),
    by("reference", [q]),
    by("order_id", [q, ...order_ids]),
    by("payment_collection_id", [q, ...payment_collection_ids]),
  ])
}
