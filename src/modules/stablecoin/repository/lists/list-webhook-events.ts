import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { listFew, listIds } from "./list-ids"
import {
  groupOf,
  isAnyOf,
  type Listed,
  type Listing,
  type ListRequest,
} from "./listing"
import { findPayments } from "./search"

const NAMES = ["id", "payment_id"]

const WEBHOOK_EVENTS: Listing = {
  table: TABLE.webhookEvent,
  groupColumns: ["rail", "status", "event"],
  group: groupOf("rail", "status", "event"),
  sorts: { created_at: "created_at" },
  ungrouped: "created_at",
}

/**
 * Lists webhooks. A search matches a webhook's id or a name of its payment,
 * otherwise an event's name. It never reads the received body.
 */
export async function listWebhookEvents(
  db: Knex,
  { names, ...request }: ListRequest
): Promise<Listed> {
  if (!names) {
    return NAMES.some((column) => request.where[column])
      ? await listFew(db, WEBHOOK_EVENTS, request, [])
      : await listIds(db, WEBHOOK_EVENTS, request)
  }
  const { ids, isCutShort } = await findPayments(db, names)
  const found = db(TABLE.webhookEvent)
    .select("id")
    .whereNull("deleted_at")
    .whereRaw(isAnyOf(db, "id", [names.q]))
    .union(
      db(TABLE.webhookEvent)
        .select("id")
        .whereNull("deleted_at")
        .whereRaw(isAnyOf(db, "payment_id", ids))
    )
  const named = db.raw("id = ANY(ARRAY(?))", [found])
  const listed = await listFew(db, WEBHOOK_EVENTS, request, [named])
  if (listed.count) {
    return { ...listed, count_exceeded: listed.count_exceeded || isCutShort }
  }
  const { event = [names.q], ...where } = request.where
  return await listWebhookEvents(db, {
    ...request,
    where: { ...where, event: event.filter((name) => name === names.q) },
  })
}
