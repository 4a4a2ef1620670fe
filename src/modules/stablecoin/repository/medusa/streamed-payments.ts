import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  BuyersPayment,
  Payment,
  Sibling,
  Surroundings,
} from "../../../../ledger"
import { TABLE } from "../tables"
import { cartSql, collectionSql, orderSql } from "./fragments"

/** A payment, with everything that its buyer view depends on. */
export type StreamedPayment = {
  payment: BuyersPayment &
    Pick<
      Payment,
      | "session_id"
      | "payment_collection_id"
      | "redirect_url"
      | "returned_result"
      | "amount"
      | "currency"
      | "chain"
      | "mode"
      | "tx_hash"
    >
  around: Surroundings
}

type Row = StreamedPayment["payment"] & Omit<Surroundings, "siblings">

/** Limit for a buyer with many starts, of which the latest are enough. */
const MOST_SIBLINGS = 50

const COLLECTION = "ledger.payment_collection_id"

const FIELDS = `ledger.id, ledger.session_id, ${COLLECTION}, ledger.status, ledger.rail,
  ledger.checkout_flow, ledger.cart_id, ledger.order_id, ledger.cart_amount,
  ledger.cart_currency, ledger.redirect_url, ledger.returned_result,
  ledger.amount, ledger.currency, ledger.chain, ledger.mode, ledger.tx_hash,
  ledger.expires_at, ledger.created_at`

const MEDUSA = `jsonb_build_object(
  'session', (SELECT jsonb_build_object('id', id) FROM payment_session
    WHERE id = ledger.session_id AND deleted_at IS NULL),
  'competing_sessions', (SELECT COALESCE(jsonb_agg(status), '[]') FROM payment_session
    WHERE payment_collection_id = ${COLLECTION} AND id <> ledger.session_id
      AND deleted_at IS NULL),
  'payment', (SELECT jsonb_build_object('id', id) FROM payment
    WHERE payment_session_id = ledger.session_id AND deleted_at IS NULL LIMIT 1),
  'cart_id', ${cartSql(COLLECTION)},
  'collection', (SELECT ${collectionSql("ledger.session_id")}
    FROM payment_collection AS collection
    WHERE collection.id = ${COLLECTION} AND collection.deleted_at IS NULL)
) AS medusa`

const EXCEPTIONS = `(SELECT COALESCE(
    jsonb_agg(jsonb_build_object('kind', kind, 'reason', reason, 'details', details,
      'deposit_id', deposit_id)), '[]')
  FROM ${TABLE.exception}
  WHERE payment_id = ledger.id AND status = 'open' AND deleted_at IS NULL
) AS exceptions`

const REFUNDS = `(SELECT COALESCE(
    jsonb_agg(jsonb_build_object('status', status)), '[]')
  FROM ${TABLE.refund}
  WHERE payment_id = ledger.id AND status <> 'void' AND deleted_at IS NULL
) AS refunds`

const SELECT = `SELECT ${FIELDS}, ${orderSql(COLLECTION)} AS "order", ${MEDUSA}, ${EXCEPTIONS}, ${REFUNDS}
  FROM ${TABLE.payment} AS ledger WHERE ledger.deleted_at IS NULL AND`

/**
 * Finds the payment of a session, including one that moved to another session
 * when its money arrived late.
 */
export async function findStreamedPayment(
  db: Knex,
  sessionId: string
): Promise<StreamedPayment | null> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `${SELECT} ledger.id = COALESCE(
       (SELECT id FROM ${TABLE.payment}
         WHERE session_id = :session AND deleted_at IS NULL),
       (SELECT payment_id FROM ${TABLE.fact}
         WHERE kind = 'bound' AND details ->> 'from' = :session
           AND deleted_at IS NULL LIMIT 1)
     )`,
    { session: sessionId }
  )
  const [found] = await withSiblings(db, rows)
  return found ?? null
}

export async function readStreamedPayments(
  db: Knex,
  ids: readonly string[]
): Promise<StreamedPayment[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `${SELECT} ledger.id = ANY(:ids)`,
    { ids }
  )
  return await withSiblings(db, rows)
}

async function withSiblings(
  db: Knex,
  rows: readonly Row[]
): Promise<StreamedPayment[]> {
  const ids = new Set(rows.map((row) => row.payment_collection_id))
  const siblings = ids.size > 0 ? await readSiblings(db, [...ids]) : []
  const byCollection = new Map<string, Sibling[]>()
  for (const { payment_collection_id: id, ...sibling } of siblings) {
    byCollection.set(id, [...(byCollection.get(id) ?? []), sibling])
  }
  return rows.map(({ order, medusa, exceptions, refunds, ...payment }) => ({
    payment,
    around: {
      siblings: byCollection.get(payment.payment_collection_id) ?? [],
      order,
      medusa,
      exceptions,
      refunds,
    },
  }))
}

/**
 * Reads the siblings once per collection, however many of its payments are
 * requested.
 */
async function readSiblings(
  db: Knex,
  collections: readonly string[]
): Promise<(Sibling & { payment_collection_id: string })[]> {
  const { rows } = await db.raw<{
    rows: (Sibling & { payment_collection_id: string })[]
  }>(
    `SELECT sibling.* FROM unnest(CAST(:collections AS text[])) AS collection (id)
     CROSS JOIN LATERAL (
       SELECT id, payment_collection_id, session_id, status, order_id,
         cart_amount, cart_currency, created_at,
         CASE WHEN status = 'paid' THEN
           (SELECT max(fact.created_at) FROM ${TABLE.fact} AS fact
             WHERE fact.payment_id = ledger.id AND fact.deleted_at IS NULL
               AND fact.kind = 'paid'
               AND fact.status_before <> 'paid')
         END AS paid_told_at
       FROM ${TABLE.payment} AS ledger
       WHERE payment_collection_id = collection.id AND deleted_at IS NULL
       ORDER BY status = 'paid' DESC, created_at DESC LIMIT ${MOST_SIBLINGS}
     ) AS sibling`,
    { collections }
  )
  return rows
}
