import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, RAIL_TRAITS, RAILS } from "../../../../ledger"
import { TABLE } from "../tables"
import { listOf } from "./list-ids"
import {
  groupOf,
  inBoth,
  type Listing,
  type ListRequest,
  type Unpaged,
} from "./listing"
import { findNeedingAttention } from "./attention"
import {
  areRare,
  findByProof,
  isProof,
  type ProofFilter,
  wherePaidOnChain,
} from "./proofs"
import { findPayments } from "./search"
import type { Selection } from "./walk-ids"

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
  /** Only payments with an open exception or a refund to send. */
  needs_attention?: boolean
  /** Only payments with one of these. */
  proof_status?: readonly ProofFilter[]
}

export const listPayments = listOf<PaymentsRequest>(selectPayments)

/** Where a request's payments are. */
export async function selectPayments(
  db: Knex,
  {
    never_answered,
    needs_attention,
    proof_status,
    names,
    where,
    ...request
  }: Unpaged<PaymentsRequest>,
  now = new Date()
): Promise<Selection> {
  const rare = proof_status && areRare(proof_status) ? proof_status : null
  const proofs = rare ? null : proof_status
  const found = [
    ...(names ? [await findPayments(db, names)] : []),
    ...(needs_attention ? [await findNeedingAttention(db)] : []),
    ...(rare ? [await findByProof(db, rare)] : []),
  ]
  const unanswered = never_answered ? whereNeverAnswered(where) : where
  return {
    listing: PAYMENTS,
    request: {
      ...request,
      where: proofs ? wherePaidOnChain(unanswered) : unanswered,
    },
    atRow: [
      ...(never_answered ? [db.raw("expires_at <= ?", [now])] : []),
      ...(proofs ? [isProof(db, proofs)] : []),
    ],
    found: found.length ? found.reduce(inBoth) : null,
    isNarrow: NAMES.some((column) => where[column]),
  }
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
