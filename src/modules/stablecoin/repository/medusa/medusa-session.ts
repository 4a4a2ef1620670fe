import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { SETTLEMENT_KINDS } from "../../../../ledger"
import { ALL_SETTINGS, isSetting, type SettingRow } from "../settings/settings"
import { TABLE } from "../tables"
import type { MedusaColumns } from "./columns"

export const SESSION_COLUMNS = {
  payment_session: [
    "id",
    "payment_collection_id",
    "provider_id",
    "currency_code",
    "raw_amount",
    "deleted_at",
  ],
  payment_collection: ["id", "raw_amount", "currency_code", "status"],
  cart_payment_collection: ["payment_collection_id", "cart_id", "deleted_at"],
  cart: ["id", "customer_id"],
  payment: [
    "id",
    "payment_collection_id",
    "payment_session_id",
    "amount",
    "canceled_at",
    "deleted_at",
  ],
  capture: ["amount", "payment_id", "deleted_at"],
  refund: ["amount", "payment_id", "deleted_at"],
  order_payment_collection: ["order_id", "payment_collection_id", "deleted_at"],
  order: ["id", "canceled_at", "status", "created_at", "deleted_at"],
} satisfies MedusaColumns

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
  /** The collection's amount, exact decimal. */
  collection_amount: string
  collection_currency: string
  /** Medusa's status of the collection. */
  collection_status: string
  /** See `coveredByOthers`. */
  covered_by_others: string
  /** Whether a payment of the collection is paid, and its order being placed. */
  is_being_placed: boolean
  cart_id: string | null
  customer_id: string | null
  /** The order linked to the collection. */
  order: { canceled: boolean; standing: boolean } | null
}

/**
 * Whether an order predates any running cart completion: it is older than
 * Medusa's cart lock lives. A younger one may belong to a completion in
 * progress.
 */
export const STANDING_SQL = `"order".created_at < now() - interval '2 minutes'`

/**
 * Joins few tables: PostgreSQL plans this statement on every call, which takes
 * longer than reading its rows.
 */
const SESSION = `SELECT session.id, session.payment_collection_id,
    session.provider_id, session.currency_code AS currency,
    session.raw_amount ->> 'value' AS amount,
    collection.raw_amount ->> 'value' AS collection_amount,
    collection.currency_code AS collection_currency,
    collection.status AS collection_status, link.cart_id,
    (SELECT customer_id FROM cart WHERE id = link.cart_id) AS customer_id,
    EXISTS (SELECT FROM payment
      WHERE payment_collection_id = collection.id AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM order_payment_collection
      WHERE payment_collection_id = collection.id AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM ${TABLE.payment}
      WHERE payment_collection_id = collection.id AND status = 'paid'
        AND deleted_at IS NULL)
      AS has_history
  FROM payment_session AS session
  JOIN payment_collection AS collection
    ON collection.id = session.payment_collection_id
  LEFT JOIN cart_payment_collection AS link
    ON link.payment_collection_id = collection.id AND link.deleted_at IS NULL
  WHERE session.id = :session AND session.deleted_at IS NULL
  LIMIT 1`

const SETTLEMENTS = SETTLEMENT_KINDS.map((kind) => `'${kind}'`).join(", ")

/**
 * SQL of whether a payment of a collection is paid, its order is being placed,
 * and the merchant need not decide. Medusa's tables show nothing of that money
 * yet. The parameter is a SQL expression.
 */
export function isBeingPlacedSql(collection: string): string {
  return `EXISTS (SELECT FROM ${TABLE.payment} AS received
      JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = received.id
      WHERE received.payment_collection_id = ${collection}
        AND received.status = 'paid' AND received.order_id IS NULL
        AND received.deleted_at IS NULL
        AND schedule.next_reconcile_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM payment
          WHERE payment_session_id = received.session_id
            AND deleted_at IS NULL)
        AND NOT EXISTS (SELECT FROM ${TABLE.refund}
          WHERE payment_id = received.id AND deleted_at IS NULL)
        AND NOT EXISTS (SELECT FROM ${TABLE.exception}
          WHERE payment_id = received.id AND deleted_at IS NULL
            AND (status = 'open' OR (resolution IN ('refund', 'close')
              AND kind IN (${SETTLEMENTS}) AND details ->> 'status' = 'paid'
              AND resolved_by IS NOT NULL))))`
}

/**
 * A collection's history: its order, and the amount that other payments cover.
 */
const HISTORY = `SELECT
    (${coveredByOthersSql(":collection", ":session")}) AS covered_by_others,
    ${isBeingPlacedSql(":collection")} AS is_being_placed,
    (SELECT jsonb_build_object(
        'canceled',
        "order".canceled_at IS NOT NULL OR "order".status = 'canceled',
        'standing', ${STANDING_SQL})
      FROM order_payment_collection AS link
      JOIN "order" ON "order".id = link.order_id
        AND "order".deleted_at IS NULL
      WHERE link.payment_collection_id = :collection
        AND link.deleted_at IS NULL
      LIMIT 1) AS "order"`

type History = Pick<
  MedusaSession,
  "covered_by_others" | "is_being_placed" | "order"
>
type SessionRow = Omit<MedusaSession, keyof History> & { has_history: boolean }

/** The history of most sessions, which are the first of their collection. */
const NO_HISTORY: History = {
  covered_by_others: "0",
  is_being_placed: false,
  order: null,
}

/**
 * Reads a payment session, its collection and its cart in one statement. A
 * second one reads the paid amount and the order, only where there may be any.
 *
 * A provider has access neither to Medusa's query nor to the other modules. Of
 * the session it gets only the data, which the buyer wrote. The row is
 * committed before `initiatePayment` runs (see `createPaymentSession` of the
 * payment module), so the shared connection finds it.
 */
export async function readMedusaSession(
  db: Knex,
  sessionId: string
): Promise<MedusaSession | null> {
  const { rows } = await db.raw<{ rows: SessionRow[] }>(SESSION, {
    session: sessionId,
  })
  return rows[0] ? await withHistory(db, rows[0]) : null
}

/**
 * Like `readMedusaSession`, with the current settings in the same statement.
 * For starting a payment, which a buyer waits for.
 */
export async function readSessionToStart(
  db: Knex,
  sessionId: string
): Promise<{ session: MedusaSession; settings: SettingRow[] } | null> {
  const { rows } = await db.raw<{
    rows: (SessionRow & { settings: SettingRow[] })[]
  }>(
    `SELECT session.*, (${ALL_SETTINGS}) AS settings FROM (${SESSION}) AS session`,
    { session: sessionId }
  )
  if (!rows[0]) {
    return null
  }
  const { settings, ...row } = rows[0]
  return {
    session: await withHistory(db, row),
    settings: settings.filter(isSetting),
  }
}

async function withHistory(
  db: Knex,
  { has_history, ...session }: SessionRow
): Promise<MedusaSession> {
  if (!has_history) {
    return { ...session, ...NO_HISTORY }
  }
  const { rows } = await db.raw<{ rows: History[] }>(HISTORY, {
    session: session.id,
    collection: session.payment_collection_id,
  })
  return { ...session, ...(rows[0] ?? NO_HISTORY) }
}

/** SQL of `coveredByOthers`. The parameters are SQL expressions. */
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
 * SQL of the amount that other payments of a session's collection captured and
 * did not refund. The parameters are SQL expressions.
 */
export function capturedByOthersSql(
  collection: string,
  session: string
): string {
  return `SELECT CAST(COALESCE(SUM(
        (SELECT COALESCE(SUM(amount), 0) FROM capture
          WHERE payment_id = paid.id AND deleted_at IS NULL)
      - (SELECT COALESCE(SUM(amount), 0) FROM refund
          WHERE payment_id = paid.id AND deleted_at IS NULL)
      ), 0) AS text)
     FROM payment AS paid
     WHERE paid.payment_collection_id = ${collection}
       AND paid.payment_session_id <> ${session} AND paid.deleted_at IS NULL`
}

/**
 * SQL of the amount that all payments of a collection authorized or captured,
 * refunded or not. The parameter is a SQL expression.
 */
export function takenSql(collection: string): string {
  return `SELECT CAST(COALESCE(SUM(
        CASE WHEN paid.canceled_at IS NULL THEN paid.amount ELSE
          (SELECT COALESCE(SUM(amount), 0) FROM capture
            WHERE payment_id = paid.id AND deleted_at IS NULL)
        END), 0) AS text)
     FROM payment AS paid
     WHERE paid.payment_collection_id = ${collection}
       AND paid.deleted_at IS NULL`
}

/**
 * Sums the money that other payments of the session's collection authorized or
 * captured and did not refund. The session need not pay it any more. An
 * authorized payment that was not cancelled counts in full, since it may be
 * captured later.
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
