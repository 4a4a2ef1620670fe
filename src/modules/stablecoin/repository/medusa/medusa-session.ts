import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CollectionMoney } from "../../../../ledger"
import type { Quote } from "../../../../pricing"
import { shownQuoteSql } from "../prices/quotes"
import { STORED_SETTINGS, type StoredRows } from "../settings/settings"
import { TABLE } from "../tables"
import { isBeingPlacedSql, orderRegionSql } from "./order-due"
import { COLLECTION_SQL, dueSql } from "./cover"
import { orderSql, PURCHASE_SQL } from "./fragments"

/**
 * A payment session as Medusa's tables have it. The buyer provides none of it.
 */
export type MedusaSession = {
  id: string
  payment_collection_id: string
  provider_id: string
  /** Exact decimal. */
  amount: string
  currency: string
  /** Sums that other sessions have paid. */
  collection: CollectionMoney
  /**
   * Whether a payment of the collection is paid, and its order being placed, or
   * an order was created manually.
   */
  is_being_placed: boolean
  cart_id: string | null
  customer_id: string | null
  /** The order's region, or the cart's. */
  region_id: string | null
  /** The order linked to the collection. */
  order: { id: string; canceled: boolean; standing: boolean } | null
  /** The cart, or the collection of an amount due without one. */
  purchase_id: string
  /** The valid quote that its buyer was shown. */
  quote: Quote | null
}

/**
 * Joins few tables: PostgreSQL plans this statement on every call, which takes
 * longer than reading its rows.
 */
const SESSION = `SELECT session.id, session.payment_collection_id,
    session.provider_id, session.currency_code AS currency,
    session.raw_amount ->> 'value' AS amount,
    ${COLLECTION_SQL} AS collection, link.cart_id,
    cart.customer_id, cart.region_id,
    ${PURCHASE_SQL} AS purchase_id,
    ${shownQuoteSql(PURCHASE_SQL, "session.currency_code")} AS quote,
    EXISTS (SELECT FROM payment
      WHERE payment_collection_id = collection.id AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM order_payment_collection
      WHERE payment_collection_id = collection.id AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM ${TABLE.payment}
      WHERE payment_collection_id = collection.id
        AND session_id <> session.id AND deleted_at IS NULL)
      AS has_history
  FROM payment_session AS session
  JOIN payment_collection AS collection
    ON collection.id = session.payment_collection_id
  LEFT JOIN cart_payment_collection AS link
    ON link.payment_collection_id = collection.id AND link.deleted_at IS NULL
  LEFT JOIN cart ON cart.id = link.cart_id
  WHERE session.id = :session AND session.deleted_at IS NULL
  LIMIT 1`

/** A collection's history: its order, and what other sessions have paid. */
const HISTORY = `SELECT ${dueSql(":collection", ":session")} AS due,
    ${isBeingPlacedSql(":collection")} AS is_being_placed,
    ${orderRegionSql(":collection")} AS region_id,
    ${orderSql(":collection")} AS "order"`

type History = Pick<
  MedusaSession,
  "is_being_placed" | "order" | "region_id"
> & {
  due: Omit<CollectionMoney, keyof SessionRow["collection"]>
}
type SessionRow = Omit<
  MedusaSession,
  "is_being_placed" | "order" | "collection"
> & {
  collection: Pick<CollectionMoney, "amount" | "currency" | "status">
  has_history: boolean
}

/** The history of most sessions, which are the first of their collection. */
const NO_HISTORY: History = {
  due: {
    covered_by_others: "0",
    captured_by_others: "0",
    held: "0",
    held_later: "0",
    order_due: null,
  },
  is_being_placed: false,
  region_id: null,
  order: null,
}

/**
 * Reads a payment session, its collection, its cart and the current settings in
 * one statement, since a buyer waits for it. A second one reads the paid amount
 * and the order, only where there may be any.
 *
 * A provider has access neither to Medusa's query nor to the other modules. Of
 * the session it gets only the data, which the buyer wrote. The row is
 * committed before `initiatePayment` runs (see `createPaymentSession` of the
 * payment module), so the shared connection finds it.
 */
export async function readSessionToStart(
  db: Knex,
  sessionId: string
): Promise<{ session: MedusaSession; settings: StoredRows } | null> {
  const { rows } = await db.raw<{
    rows: (SessionRow & { settings: StoredRows })[]
  }>(
    `SELECT session.*, (${STORED_SETTINGS}) AS settings
     FROM (${SESSION}) AS session`,
    { session: sessionId }
  )
  if (!rows[0]) {
    return null
  }
  const { settings, has_history, collection, ...session } = rows[0]
  const histories = has_history
    ? await db.raw<{ rows: History[] }>(HISTORY, {
        session: session.id,
        collection: session.payment_collection_id,
      })
    : null
  const { due, ...history } = histories?.rows[0] ?? NO_HISTORY
  return {
    session: {
      ...session,
      ...history,
      region_id: history.region_id ?? session.region_id,
      collection: { ...collection, ...due },
    },
    settings,
  }
}
