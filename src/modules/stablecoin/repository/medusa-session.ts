import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ALL_SETTINGS, isSetting, type SettingRow } from "./settings"

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
  collection_currency: string
  /** Medusa's own word for its collection. */
  collection_status: string
  /** See `coveredByOthers`. */
  covered_by_others: string
  cart_id: string | null
  customer_id: string | null
  /** The order that is linked to its collection. */
  order: { canceled: boolean; standing: boolean } | null
}

/**
 * Whether an order was placed before what runs now: it is older than Medusa's
 * lock of a cart lives. A younger one may be of a completion that is under way.
 */
export const STANDING_SQL = `"order".created_at < now() - interval '2 minutes'`

/** Few tables: what PostgreSQL plans anew each time takes it longer than to read these rows. */
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
      AS has_history
  FROM payment_session AS session
  JOIN payment_collection AS collection
    ON collection.id = session.payment_collection_id
  LEFT JOIN cart_payment_collection AS link
    ON link.payment_collection_id = collection.id AND link.deleted_at IS NULL
  WHERE session.id = :session AND session.deleted_at IS NULL
  LIMIT 1`

/** What became of a collection before: its order, and what was paid for it. */
const HISTORY = `SELECT
    (${coveredByOthersSql(":collection", ":session")}) AS covered_by_others,
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

type History = Pick<MedusaSession, "covered_by_others" | "order">
type SessionRow = Omit<MedusaSession, keyof History> & { has_history: boolean }

/** Most sessions are the first that their collection is asked to be paid by. */
const NO_HISTORY: History = { covered_by_others: "0", order: null }

/**
 * Reads a payment session, its collection and its cart in one statement; what
 * has been paid for it and its order only where there may be any.
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
  const { rows } = await db.raw<{ rows: SessionRow[] }>(SESSION, {
    session: sessionId,
  })
  return rows[0] ? await withHistory(db, rows[0]) : null
}

/**
 * The same with the settings of that moment in the same statement: for a start,
 * which a buyer waits for.
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

/** What other payments of a session's collection captured and did not refund; its parameters are SQL. */
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

/** What all payments of a collection authorized or captured, refunded or not; its parameter is SQL. */
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
