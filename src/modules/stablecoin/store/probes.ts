import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { HEALTH_PROBE_EVENT } from "../health-probe"
import type { ReceivedDelivery, StoredDelivery } from "./deliveries"
import { type DeliveryRow, TABLE } from "./tables"

/** Stores a probe of the health check: like a delivery, and nobody drives it. */
export async function insertProbe(
  db: Knex,
  { rail, body }: Omit<ReceivedDelivery, "event">
): Promise<StoredDelivery> {
  const id = generateEntityId(undefined, "stdel")
  await db<DeliveryRow>(TABLE.delivery)
    .insert({
      id,
      rail,
      event: HEALTH_PROBE_EVENT,
      digest: digestOf(body),
      body: body.toString("utf8"),
      status: "ignored",
      error: "It is a health check of this store's own.",
    })
    .onConflict(db.raw("(digest) WHERE deleted_at IS NULL"))
    .ignore()
  return { id, status: "ignored" }
}

/** Removes a probe that has arrived. @returns whether it had, in this database */
export async function takeProbe(db: Knex, body: Buffer): Promise<boolean> {
  const taken = await db<DeliveryRow>(TABLE.delivery)
    .where({ digest: digestOf(body), event: HEALTH_PROBE_EVENT })
    .delete()
  return taken > 0
}

function digestOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex")
}
