import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** What Medusa itself says of a payment session: nothing of it is the buyer's word. */
export type MedusaSession = {
  id: string
  payment_collection_id: string
  provider_id: string
  /** Exact decimal. */
  amount: string
  currency: string
  /** What its collection asks for, exact decimal. */
  collection_amount: string
  /** Medusa's own word for its collection. */
  collection_status: string
  cart_id: string | null
  customer_id: string | null
  /** The order that is linked to its collection. */
  order: { canceled: boolean } | null
}

type Row = Omit<MedusaSession, "amount" | "collection_amount" | "order"> & {
  raw_amount: { value: string }
  raw_collection_amount: { value: string }
  order_status: string | null
  order_canceled_at: Date | null
}

/**
 * Reads a payment session, its collection, its cart and its order in one statement.
 *
 * A provider sees neither Medusa's query nor the other modules, and of the
 * session only its data, which the buyer wrote. The row is committed before
 * `initiatePayment` runs (`createPaymentSession` in @medusajs/payment), so the
 * shared connection finds it.
 */
export async function readMedusaSession(
  db: Knex,
  sessionId: string
): Promise<MedusaSession | null> {
  const row = await db("payment_session as session")
    .leftJoin("cart_payment_collection as link", (join) =>
      join
        .on("link.payment_collection_id", "session.payment_collection_id")
        .andOnNull("link.deleted_at")
    )
    .leftJoin("cart", "cart.id", "link.cart_id")
    .join(
      "payment_collection as collection",
      "collection.id",
      "session.payment_collection_id"
    )
    .leftJoin("order_payment_collection as order_link", (join) =>
      join
        .on("order_link.payment_collection_id", "collection.id")
        .andOnNull("order_link.deleted_at")
    )
    .leftJoin("order", (join) =>
      join.on("order.id", "order_link.order_id").andOnNull("order.deleted_at")
    )
    .where("session.id", sessionId)
    .whereNull("session.deleted_at")
    .first<Row | undefined>(
      "session.id",
      "session.payment_collection_id",
      "session.provider_id",
      "session.raw_amount",
      "collection.raw_amount as raw_collection_amount",
      "collection.status as collection_status",
      "session.currency_code as currency",
      "link.cart_id",
      "cart.customer_id",
      "order.status as order_status",
      "order.canceled_at as order_canceled_at"
    )
  if (!row) {
    return null
  }
  const { raw_amount, raw_collection_amount, ...rest } = row
  const { order_status, order_canceled_at, ...session } = rest
  return {
    ...session,
    amount: raw_amount.value,
    collection_amount: raw_collection_amount.value,
    order: order_status
      ? { canceled: order_status === "canceled" || order_canceled_at !== null }
      : null,
  }
}

/** See `coveredByOthers`; its parameters are SQL. */
export function coveredByOthersSql(
  collection: string,
  session: string
): string {
  return `SELECT CAST(COALESCE(SUM(
        CASE WHEN paid.canceled_at IS NULL THEN paid.amount ELSE
          (SELECT COALESCE(SUM(amount), 0) FROM capture
            WHERE payment_id = paid.id AND deleted_at IS NULL)
        END
      - (SELECT COALESCE(SUM(amount), 0) FROM refund
          WHERE payment_id = paid.id AND deleted_at IS NULL)
      ), 0) AS text) AS covered
     FROM payment AS paid
     WHERE paid.payment_collection_id = ${collection}
       AND paid.payment_session_id <> ${session} AND paid.deleted_at IS NULL`
}

/**
 * What other payments of a session's collection hold or have captured, and did
 * not refund: money that this session need not bring any more. An authorized
 * one that was not cancelled counts whole, since it may be captured later.
 *
 * @returns an exact decimal
 */
export async function coveredByOthers(
  db: Knex,
  session: Pick<MedusaSession, "id" | "payment_collection_id">
): Promise<string> {
  const { rows } = await db.raw<{ rows: { covered: string }[] }>(
    coveredByOthersSql("?", "?"),
    [session.payment_collection_id, session.id]
  )
  return rows[0]?.covered ?? "0"
}
