import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { coveredByOthersSql, isBeingPlacedSql } from "./medusa-session"
import { TABLE } from "../tables"
import type { MedusaColumns } from "./columns"

export const AMOUNT_DUE_COLUMNS = {
  cart: ["id", "region_id", "currency_code", "completed_at", "deleted_at"],
  cart_payment_collection: ["cart_id", "payment_collection_id", "deleted_at"],
  payment_collection: [
    "id",
    "currency_code",
    "raw_amount",
    "status",
    "deleted_at",
  ],
  region: ["id", "deleted_at"],
  region_payment_provider: ["region_id", "payment_provider_id", "deleted_at"],
  payment_provider: ["id", "is_enabled", "deleted_at"],
  order_payment_collection: ["order_id", "payment_collection_id", "deleted_at"],
  order: ["id", "region_id", "canceled_at", "status", "deleted_at"],
} satisfies MedusaColumns

/** The cart or collection whose amount due is read. */
export type AmountDueOf =
  { cart_id: string } | { payment_collection_id: string }

/** The amount due of a cart or a collection, from Medusa's tables. */
export type MedusaAmountDue = {
  /** Lower case. */
  currency: string
  /** Null for a cart that has none yet: its total is the amount due. */
  collection: {
    /** Exact decimal. */
    amount: string
    /** Medusa's status of it. */
    status: string
    /**
     * Amount that its payments authorized or captured and did not refund: see
     * `coveredByOthers`.
     */
    covered: string
  } | null
  /** Whether one of its payments is paid, and its order is being placed. */
  is_being_placed: boolean
  has_cart: boolean
  /** Whether the cart was completed. */
  is_completed: boolean
  /** The order linked to the collection. */
  order: { canceled: boolean } | null
  /** Payment providers that are enabled in the order's region, or the cart's. */
  providers: string[]
  /** Ids of the payments of the collection that have open exceptions. */
  with_exceptions: string[]
}

const OF_CART = `cart
  LEFT JOIN cart_payment_collection AS link
    ON link.cart_id = cart.id AND link.deleted_at IS NULL
  LEFT JOIN payment_collection AS collection
    ON collection.id = link.payment_collection_id
      AND collection.deleted_at IS NULL`

const OF_COLLECTION = `payment_collection AS collection
  LEFT JOIN cart_payment_collection AS link
    ON link.payment_collection_id = collection.id AND link.deleted_at IS NULL
  LEFT JOIN cart ON cart.id = link.cart_id AND cart.deleted_at IS NULL`

const PROVIDERS = `(SELECT COALESCE(jsonb_agg(provider.id), '[]')
  FROM region
  JOIN region_payment_provider AS offered
    ON offered.region_id = region.id AND offered.deleted_at IS NULL
  JOIN payment_provider AS provider
    ON provider.id = offered.payment_provider_id
      AND provider.is_enabled AND provider.deleted_at IS NULL
  WHERE region.deleted_at IS NULL AND region.id =
    CASE WHEN "order".id IS NULL THEN cart.region_id ELSE "order".region_id END)`

const WITH_EXCEPTIONS = `(SELECT COALESCE(jsonb_agg(ledger.id ORDER BY ledger.id), '[]')
  FROM ${TABLE.payment} AS ledger
  WHERE ledger.payment_collection_id = collection.id
    AND ledger.deleted_at IS NULL
    AND EXISTS (SELECT 1 FROM ${TABLE.exception} AS exception
      WHERE exception.payment_id = ledger.id AND exception.status = 'open'
        AND exception.deleted_at IS NULL))`

// Sums over all sessions of a collection, since none has the id "".
const FIELDS = `lower(COALESCE(collection.currency_code, cart.currency_code)) AS currency,
  CASE WHEN collection.id IS NOT NULL THEN jsonb_build_object(
    'amount', collection.raw_amount ->> 'value',
    'status', collection.status,
    'covered', (${coveredByOthersSql("collection.id", "''")}))
  END AS collection,
  ${isBeingPlacedSql("collection.id")} AS is_being_placed,
  cart.id IS NOT NULL AS has_cart,
  cart.completed_at IS NOT NULL AS is_completed,
  CASE WHEN "order".id IS NOT NULL THEN jsonb_build_object('canceled',
    "order".canceled_at IS NOT NULL OR "order".status = 'canceled')
  END AS "order",
  ${PROVIDERS} AS providers,
  ${WITH_EXCEPTIONS} AS with_exceptions`

/**
 * Reads an amount due in one statement from Medusa's own tables, as
 * `readMedusaSession` does when a payment is started. Medusa's query would take
 * four calls in sequence, of several statements each.
 */
export async function readAmountDue(
  db: Knex,
  of: AmountDueOf
): Promise<MedusaAmountDue | null> {
  const [tables, alias, id] =
    "cart_id" in of
      ? [OF_CART, "cart", of.cart_id]
      : [OF_COLLECTION, "collection", of.payment_collection_id]
  const { rows } = await db.raw<{ rows: MedusaAmountDue[] }>(
    `SELECT ${FIELDS} FROM ${tables}
     LEFT JOIN order_payment_collection AS order_link
       ON order_link.payment_collection_id = collection.id
         AND order_link.deleted_at IS NULL
     LEFT JOIN "order"
       ON "order".id = order_link.order_id AND "order".deleted_at IS NULL
     WHERE ${alias}.id = ? AND ${alias}.deleted_at IS NULL
     LIMIT 1`,
    [id]
  )
  return rows[0] ?? null
}
