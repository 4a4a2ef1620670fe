import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment, Rail } from "../../../../ledger"
import { dueAt } from "../schedules/schedule"
import { type PaymentRow, TABLE } from "../tables"

export async function findPayment(
  db: Knex,
  where: Partial<Pick<Payment, "id" | "session_id" | "gateway_id" | "rail">>
): Promise<Payment | null> {
  const row = await db<PaymentRow>(TABLE.payment)
    .where({ ...where, deleted_at: null })
    .first()
  return row ?? null
}

/** Finds payments by their ids or by the gateway's ids. */
export async function findNamedPayments(
  db: Knex,
  ids: readonly string[],
  gatewayIds: readonly string[]
): Promise<Payment[]> {
  return await db<PaymentRow>(TABLE.payment)
    .whereNull("deleted_at")
    .andWhere((named) =>
      named
        .whereRaw("id = ANY(?)", [ids.filter(isText)])
        .orWhereRaw("gateway_id = ANY(?)", [gatewayIds.filter(isText)])
    )
    // All webhooks in hand wait for it.
    .timeout(10_000, { cancel: true })
}

/**
 * PostgreSQL rejects a text with a NUL character, which would fail the search
 * for the other names.
 */
function isText(name: string): boolean {
  return !name.includes("\0")
}

/** Counts a collection's payments that wait for their buyer. */
export async function countOpen(
  db: Knex,
  collectionId: string
): Promise<number> {
  const rows = await db(TABLE.payment)
    .where({ payment_collection_id: collectionId, deleted_at: null })
    .whereIn("status", ["creating", "pending"])
    .select("id")
  return rows.length
}

/**
 * Reads when the first payment of a rail was started between two times. Only
 * payments that the gateway confirmed count: it must have sent an event about
 * them.
 *
 * @param range `count`: payments that there must be
 * @returns null if there are fewer
 */
export async function firstStarted(
  db: Knex,
  rail: Rail,
  { after, before, count }: { after: Date; before: Date; count: number }
): Promise<Date | null> {
  const started = await db<PaymentRow>(TABLE.payment)
    .where({ rail })
    .where("created_at", ">", after)
    .where("created_at", "<", before)
    .whereExists((confirmed) =>
      confirmed
        .select(db.raw("1"))
        .from(`${TABLE.fact} as fact`)
        .where("fact.payment_id", db.ref(`${TABLE.payment}.id`))
        .where("fact.kind", "started")
        .whereNull("fact.deleted_at")
    )
    // Matches the index's condition, so that it is used.
    .whereNull("deleted_at")
    .orderBy("created_at")
    .limit(count)
    .pluck<Date[]>("created_at")
  return started.length === count ? (started[0] ?? null) : null
}

/** Payments of a chain whose transfer is due to be read, the oldest first. */
export async function listToProve(
  db: Knex,
  chain: string,
  limit: number
): Promise<Payment[]> {
  return await db<PaymentRow>(TABLE.payment)
    .where({ chain, deleted_at: null })
    .where("prove_at", "<=", db.fn.now())
    .orderBy("prove_at")
    .limit(limit)
}

/** Schedules the next read of a transfer whose answer has not changed. */
export async function proveAgain(
  db: Knex,
  id: string,
  at: Date | null
): Promise<void> {
  await db(TABLE.payment)
    .where({ id })
    .whereNotNull("prove_at")
    .update({ prove_at: dueAt(db, at) })
}
