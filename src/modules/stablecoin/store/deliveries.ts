import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../ledger"
import type { DeliveryStatus } from "../models/delivery"
import type { SignerScope } from "../webhook-signers"
import { DELIVERY_DEAD } from "./exceptions"
import { type DeliveryRow, TABLE } from "./tables"

export type ReceivedDelivery = {
  rail: Rail
  event: string
  body: Buffer
  signed_for: readonly SignerScope[]
}

/** A delivery that is on disk. */
export type StoredDelivery = {
  id: string
  status: DeliveryStatus
  /** Whether its body was unknown before. */
  is_new: boolean
}

/** How long a delivery is left to the process that received or replays it. */
export const LEFT_TO_ONE_PROCESS_MS = 60_000

export async function findDelivery(
  db: Knex,
  id: string
): Promise<DeliveryRow | null> {
  return (await db<DeliveryRow>(TABLE.delivery).where({ id }).first()) ?? null
}

export async function findDeliveries(
  db: Knex,
  ids: readonly string[]
): Promise<DeliveryRow[]> {
  return await db<DeliveryRow>(TABLE.delivery).whereIn("id", ids)
}

/** How driving a delivery ended. */
export type DeliveryVerdict =
  | { status: "processed"; payment_id: string }
  /** It is about a payment of ours, and changes nothing. */
  | { status: "ignored"; payment_id: string | null; error: string }
  /** It is about another shop's order: its body is erased. */
  | { status: "ignored"; is_foreign: true; error: string }

/** A delivery was driven to its end: a person who was asked because it could not be need not answer any more. */
export async function finishDelivery(
  db: Knex,
  id: string,
  verdict: DeliveryVerdict,
  now: Date
): Promise<void> {
  const finished = db(TABLE.delivery)
    .where({ id })
    .update({
      error: null,
      ...columnsOf(verdict),
      next_attempt_at: null,
      updated_at: now,
    })
    .returning("id")
  await db(TABLE.exception)
    .with("finished", finished)
    .where({ kind: DELIVERY_DEAD, status: "open" })
    .whereIn("delivery_id", db.select("id").from("finished"))
    .update({
      status: "resolved",
      note: `The webhook was ${verdict.status} in the end.`,
      resolved_at: now,
      updated_at: now,
    })
}

function columnsOf(verdict: DeliveryVerdict) {
  return "is_foreign" in verdict
    ? { status: verdict.status, error: verdict.error, body: null }
    : verdict
}
