import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AmountDue } from "../../../../ledger"
import type { Quote } from "../../../../pricing"
import { shownQuoteSql } from "../prices/quotes"
import { TABLE } from "../tables"
import { isBeingPlacedSql, orderRegionSql } from "./order-due"
import { collectionSql } from "./cover"
import { hasMoneySql, orderSql, PURCHASE_SQL } from "./fragments"

/** The cart or collection whose amount due is read. */
export type AmountDueOf =
  { cart_id: string } | { payment_collection_id: string }

/** The amount due of a cart or a collection, from Medusa's tables. */
export type MedusaAmountDue = {
  /** Lower case. */
  currency: string
  /** Null for a cart that has none yet: its total is the amount due. */
  collection: Pick<
    AmountDue,
    "amount" | "status" | "covered_by_others" | "order_due"
  > | null
  /** The cart, or the collection of an amount due without one. */
  purchase_id: string
  /** The order's region, or the cart's. */
  region_id: string | null
  /** The valid quote that its buyer was shown. */
  quote: Quote | null
  /** Whether one of its payments is paid, and its order is being placed. */
  is_being_placed: boolean
  has_cart: boolean
  /** Whether the cart was completed. */
  is_completed: boolean
  /** The order linked to the collection. */
  order: { canceled: boolean } | null
  /** Payment providers that are enabled in the region. */
  providers: string[]
  /**
   * Ids of the payments of the collection that may still be paid, have deposits
   * or open exceptions, or whose buyer returned as paid.
   */
  may_have_money: string[]
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

const REGION = `COALESCE(${orderRegionSql("collection.id")}, cart.region_id)`

const PROVIDERS = `(SELECT COALESCE(jsonb_agg(provider.id), '[]')
  FROM region
  JOIN region_payment_provider AS offered
    ON offered.region_id = region.id AND offered.deleted_at IS NULL
  JOIN payment_provider AS provider
    ON provider.id = offered.payment_provider_id
      AND provider.is_enabled AND provider.deleted_at IS NULL
  WHERE region.deleted_at IS NULL AND region.id = ${REGION})`

const MAY_HAVE_MONEY = `(SELECT COALESCE(jsonb_agg(ledger.id), '[]')
  FROM ${TABLE.payment} AS ledger
  WHERE ledger.payment_collection_id = collection.id
    AND ledger.deleted_at IS NULL
    AND (${hasMoneySql("ledger")}
      OR (ledger.status IN ('pending', 'abandoned') AND ledger.expires_at > now())))`

const CURRENCY = "lower(COALESCE(collection.currency_code, cart.currency_code))"
/** A cart may have no collection yet. */
const PURCHASE = `COALESCE(${PURCHASE_SQL}, cart.id)`

// Sums over all sessions of a collection, since none has the id "".
const FIELDS = `${CURRENCY} AS currency,
  ${PURCHASE} AS purchase_id,
  ${REGION} AS region_id,
  ${shownQuoteSql(PURCHASE, CURRENCY)} AS quote,
  ${collectionSql("''")} AS collection,
  ${isBeingPlacedSql("collection.id")} AS is_being_placed,
  cart.id IS NOT NULL AS has_cart,
  cart.completed_at IS NOT NULL AS is_completed,
  ${orderSql("collection.id")} AS "order",
  ${PROVIDERS} AS providers,
  ${MAY_HAVE_MONEY} AS may_have_money`

/**
 * Reads an amount due in one statement from Medusa's own tables, as
 * `readSessionToStart` does when a payment is started. Medusa's query would take
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
     WHERE ${alias}.id = ? AND ${alias}.deleted_at IS NULL
     LIMIT 1`,
    [id]
  )
  return rows[0] ?? null
}
