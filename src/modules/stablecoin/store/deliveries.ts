import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../ledger"
import type { DeliveryStatus } from "../models/delivery"
import { type DeliveryRow, TABLE } from "./tables"

export type ReceivedDelivery = { rail: Rail; event: string; body: Buffer }

/** A delivery that is on disk. */
export type StoredDelivery = { id: string; status: DeliveryStatus }

/** Until when a delivery is left to the process that received it. */
const LEFT_TO_ITS_RECEIVER_MS = 60_000

/** Seconds from one attempt to the next; altogether longer than Medusa's locks outlive a killed process. */
const RETRY_AFTER_SECONDS = [5, 15, 60, 120, 300, 600, 1800, 3600] as const

/** Stores a verified webhook. The same body again is the same delivery. */
export async function insertDelivery(
  db: Knex,
  { rail, event, body }: ReceivedDelivery,
  now: Date
): Promise<StoredDelivery> {
  const [row] = await db<DeliveryRow>(TABLE.delivery)
    .insert({
      id: generateEntityId(undefined, "stdel"),
      rail,
      event,
      digest: createHash("sha256").update(body).digest("hex"),
      body: body.toString("utf8"),
      status: "received",
      next_attempt_at: new Date(now.getTime() + LEFT_TO_ITS_RECEIVER_MS),
    })
    .onConflict(db.raw("(digest) WHERE deleted_at IS NULL"))
    .merge({ updated_at: now })
    .returning(["id", "status"])
  if (!row) {
    throw new Error("The delivery was not stored.")
  }
  return row
}

export async function findDelivery(
  db: Knex,
  id: string
): Promise<DeliveryRow | null> {
  return (await db<DeliveryRow>(TABLE.delivery).where({ id }).first()) ?? null
}

/** The delivery is none of ours, or says nothing that the ledger knows. */
export async function ignoreDelivery(
  db: Knex,
  id: string,
  reason: string,
  now: Date
): Promise<void> {
  await db<DeliveryRow>(TABLE.delivery).where({ id }).update({
    status: "ignored",
    error: reason,
    next_attempt_at: null,
    updated_at: now,
  })
}

/** Driving a delivery failed: it is driven again later. */
export async function failDelivery(
  db: Knex,
  { id, attempts }: Pick<DeliveryRow, "id" | "attempts">,
  error: string,
  now: Date
): Promise<void> {
  const seconds =
    RETRY_AFTER_SECONDS[Math.min(attempts, RETRY_AFTER_SECONDS.length - 1)] ?? 0
  await db<DeliveryRow>(TABLE.delivery)
    .where({ id })
    .whereIn("status", ["received", "failed"])
    .update({
      status: "failed",
      attempts: attempts + 1,
      error,
      next_attempt_at: new Date(now.getTime() + seconds * 1000),
      updated_at: now,
    })
}

/** Ids of deliveries whose process died or whose last attempt failed. */
export async function dueDeliveries(
  db: Knex,
  limit: number,
  now: Date
): Promise<string[]> {
  const rows = await db<DeliveryRow>(TABLE.delivery)
    .select("id")
    .whereIn("status", ["received", "failed"])
    .andWhere("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .limit(limit)
  return rows.map(({ id }) => id)
}
