import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  BuyersDeposit,
  BuyersPayment,
  ExceptionKind,
  Payment,
  Sibling,
  Surroundings,
} from "../../../../ledger"
import type { Json } from "../../../../http-types"
import { TABLE } from "../tables"
import { collectionSql } from "./cover"
import { cartSql, hasMoneySql, orderSql } from "./fragments"
import { anyOf, ofOrders } from "./payments-of"

/** A payment, with everything that its buyer view depends on. */
export type ShownPayment = {
  payment: BuyersPayment &
    Pick<
      Payment,
      | "session_id"
      | "redirect_url"
      | "paid_at"
      | "amount"
      | "currency"
      | "chain"
      | "mode"
      | "tx_hash"
      | "deposit_id"
    > & {
      /** Whether an item was sold out when its order was to be placed. */
      sold_out: boolean
    }
  around: Omit<Surroundings, "deposits"> & { deposits: ShownDeposit[] }
}

/** With the part that pays for the order; null while nothing of it is used. */
type ShownDeposit = BuyersDeposit & { for_order: string | null }

type ShownSibling = Omit<Sibling, "deposits"> & { deposits: ShownDeposit[] }

type Row = ShownPayment["payment"] &
  Pick<Surroundings, "order" | "medusa"> & { siblings: Json<ShownSibling>[] }

/** Limits for a buyer with many starts. Those with money come first. */
const MOST = 50
const LISTED_AT_MOST = 20

const COLLECTION = "ledger.payment_collection_id"

const orderIdSql = (payment: string) =>
  `(SELECT "order".id FROM "order"
    WHERE "order".id = ${payment}.order_id AND "order".deleted_at IS NULL)`

const FIELDS = `ledger.id, ledger.session_id, ledger.status, ledger.rail,
  ledger.checkout_flow, ledger.cart_id, ledger.cart_amount,
  ledger.cart_currency, ledger.redirect_url,
  ${orderIdSql("ledger")} AS order_id,
  ledger.returned_at, ledger.returned_result, ledger.paid_at,
  ledger.amount, ledger.currency, ledger.chain, ledger.mode, ledger.tx_hash,
  ledger.deposit_id,
  ledger.expires_at, ledger.locked_until, ledger.created_at,
  EXISTS (SELECT FROM ${TABLE.exception}
    WHERE payment_id = ledger.id AND deleted_at IS NULL
      AND kind = '${"sold_out" satisfies ExceptionKind}') AS sold_out`

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

/**
 * SQL of whether an exception is about a report that differs from what has paid,
 * or that confirms money which goes back: the merchant's business alone.
 */
const IS_ANOTHER_REPORT = `COALESCE(
  kind = '${"deposit_mismatch" satisfies ExceptionKind}' AND reason = 'again'
  OR kind = '${"paid_twice" satisfies ExceptionKind}'
    AND deposit_id = other.deposit_id, false)`

/** Records about the money of `other`. */
const MONEY = `
  (SELECT COALESCE(
      jsonb_agg(jsonb_build_object('kind', kind, 'reason', reason,
        'details', details, 'deposit_id', deposit_id)), '[]')
    FROM ${TABLE.exception}
    WHERE payment_id = other.id AND status = 'open' AND deleted_at IS NULL
      AND NOT ${IS_ANOTHER_REPORT}
  ) AS exceptions,
  (SELECT COALESCE(jsonb_agg(jsonb_build_object('status', status,
        'amount', amount, 'currency', currency) ORDER BY created_at, id), '[]')
    FROM ${TABLE.refund}
    WHERE payment_id = other.id AND status <> 'void' AND deleted_at IS NULL
  ) AS refunds,
  (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', id, 'amount', amount,
        'currency', currency, 'chain', chain, 'kept_for', kept_for,
        'for_order', for_order) ORDER BY arrived_at, id), '[]')
    FROM ${TABLE.deposit} AS deposit
    CROSS JOIN LATERAL (SELECT CASE
        WHEN bool_or(kind = 'kept' AND order_id = other.order_id) THEN 'order'
        WHEN bool_or(kind = 'kept') THEN 'other' END AS kept_for,
      CAST(SUM(CASE WHEN kind = 'capture' OR order_id = other.order_id
        THEN CAST(amount AS numeric) ELSE 0 END) AS text) AS for_order
      FROM ${TABLE.allocation} AS used
      WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL) AS uses
    WHERE payment_id = other.id AND deleted_at IS NULL
  ) AS deposits`

/** The payments of the same collection, and in any case the payment itself. */
const SIBLINGS = `(SELECT COALESCE(jsonb_agg(sibling), '[]') FROM (
    SELECT id, session_id, status, cart_id, created_at, expires_at,
      ${orderIdSql("other")} AS order_id, returned_at, returned_result, ${MONEY},
      CASE WHEN status = 'paid' THEN
        (SELECT max(fact.created_at) FROM ${TABLE.fact} AS fact
          WHERE fact.payment_id = other.id AND fact.deleted_at IS NULL
            AND fact.kind = 'paid' AND fact.status_before <> 'paid')
      END AS paid_told_at
    FROM ${TABLE.payment} AS other
    WHERE payment_collection_id = ${COLLECTION} AND deleted_at IS NULL
    ORDER BY id = ledger.id DESC, status = 'paid' DESC, created_at DESC
    LIMIT ${MOST}
  ) AS sibling
) AS siblings`

/**
 * Finds the payment of a session, including one that moved to another session
 * when its money arrived late.
 */
export async function findShownPayment(
  db: Knex,
  sessionId: string
): Promise<ShownPayment | null> {
  const [found] = await select(
    db,
    `ledger.id = COALESCE(
       (SELECT id FROM ${TABLE.payment}
         WHERE session_id = :session AND deleted_at IS NULL),
       (SELECT payment_id FROM ${TABLE.fact}
         WHERE kind = 'bound' AND details ->> 'from' = :session
           AND deleted_at IS NULL LIMIT 1)
     )`,
    { session: sessionId }
  )
  return found ?? null
}

export async function readShownPayments(
  db: Knex,
  ids: readonly string[]
): Promise<ShownPayment[]> {
  return ids.length > 0
    ? await select(db, "ledger.id = ANY(:ids)", { ids: [...ids] })
    : []
}

/** Lists the payments whose money an order has, had or waits for. */
export async function listShownPayments(
  db: Knex,
  order_id: string
): Promise<ShownPayment[]> {
  return await select(
    db,
    anyOf(
      "ledger.id",
      `SELECT payment.id FROM ${TABLE.payment} AS payment
       WHERE payment.deleted_at IS NULL
         AND (${ofOrders("SELECT CAST(:order_id AS text)")})`
    ),
    { order_id }
  )
}

async function select(
  db: Knex,
  condition: string,
  values: Record<string, string | string[]>
): Promise<ShownPayment[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ${FIELDS}, ${orderSql(COLLECTION)} AS "order", ${MEDUSA}, ${SIBLINGS}
     FROM ${TABLE.payment} AS ledger
     WHERE ledger.deleted_at IS NULL AND ${condition}
     ORDER BY ${hasMoneySql("ledger")} DESC, ledger.created_at DESC
     LIMIT ${LISTED_AT_MOST}`,
    values
  )
  return rows.map(({ siblings: stored, order, medusa, ...payment }) => {
    const siblings = stored.map(withDates)
    const { exceptions, refunds, deposits } = siblings.find(
      ({ id }) => id === payment.id
    )!
    return {
      payment,
      around: { siblings, order, medusa, exceptions, refunds, deposits },
    }
  })
}

/** JSON has no dates. */
function withDates(sibling: Json<ShownSibling>): ShownSibling {
  const { created_at, expires_at, returned_at, paid_told_at } = sibling
  return {
    ...sibling,
    created_at: new Date(created_at),
    expires_at: new Date(expires_at),
    returned_at: returned_at === null ? null : new Date(returned_at),
    paid_told_at: paid_told_at === null ? null : new Date(paid_told_at),
  }
}
