import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RAIL_TRAITS, RAILS, type ProofStatus } from "../../../../ledger"
import { TABLE } from "../tables"
import { COUNTED_ROWS, type Found, type ListRequest } from "./listing"
import { throughIndexes } from "./through-indexes"

/** A proof status, or `none`: paid on a chain, without an answer of it. */
export type ProofFilter = ProofStatus | "none"

/** Statuses with an index, since few payments have them at any time. */
const RARE: readonly ProofFilter[] = ["not_found", "found", "contradicted"]

/** Whether few payments can match, so that they are found by the index. */
export function areRare(statuses: readonly ProofFilter[]): boolean {
  return statuses.every((status) => RARE.includes(status))
}

/** Finds the payments with one of some rare statuses. */
export async function findByProof(
  db: Knex,
  statuses: readonly ProofFilter[]
): Promise<Found> {
  return await throughIndexes(db, async (trx) => {
    const parts = statuses.map((proof_status) =>
      trx(TABLE.payment)
        .select("id")
        .where({ proof_status, deleted_at: null })
        // The condition of the index: a parameter alone does not imply it.
        .whereRaw("proof_status IN ('not_found', 'found', 'contradicted')")
        .orderBy("created_at", "desc")
        .limit(COUNTED_ROWS)
    )
    const rows: { id: string }[] = await trx
      .select("id")
      .from(trx.unionAll(parts, true).as("found"))
    return {
      ids: rows.map(({ id }) => id),
      isCutShort: rows.length >= COUNTED_ROWS,
    }
  })
}

/** The condition of some statuses, for payments of `wherePaidOnChain`. */
export function isProof(db: Knex, statuses: readonly ProofFilter[]): Knex.Raw {
  return db.raw("COALESCE(proof_status, 'none') = ANY(?)", [[...statuses]])
}

/** Narrows a request to the payments that a chain may have an answer about. */
export function wherePaidOnChain({
  rail = RAILS,
  status = ["paid"],
  ...others
}: ListRequest["where"]): ListRequest["where"] {
  return {
    ...others,
    rail: rail.filter((each) =>
      RAILS.some((one) => one === each && RAIL_TRAITS[one].hasChain)
    ),
    status: status.filter((each) => each === "paid"),
  }
}
