import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  ALLOCATION_KINDS,
  type AllocationKind,
  EXACT_REASONS,
  type MedusaState,
  type Schedule,
  type ScheduledPayment,
  SETTLEMENT_KINDS,
  TRANSFER_KIND,
} from "../../../../ledger"
import { SCHEDULE_SQL } from "../schedules/schedule"
import { type PaymentRow, TABLE } from "../tables"
import { collectionSql } from "./cover"
import { cartSql, manualOrderSql, orderSql } from "./fragments"
import { CAPTURED_SQL, heldSql } from "./sums"

/** A payment's state in Medusa's own tables. */
type OwnWord = Omit<
  MedusaState,
  "current_account" | "is_readable" | "chain_policy"
>

/** A payment and its state in Medusa's tables, both read at the same time. */
export type PaymentWithMedusaState = {
  payment: ScheduledPayment
  medusa: OwnWord
  /** Whether an exception that settling resolves was ever opened about it. */
  has_exceptions: boolean
}

type Row = PaymentRow &
  Schedule & { both: Omit<PaymentWithMedusaState, "payment"> }

const COLLECTION = "ledger.payment_collection_id"

const SESSION = `(SELECT jsonb_build_object(
    'status', status,
    'amount', COALESCE(raw_amount ->> 'value', amount::text),
    'currency', currency_code,
    'started', COALESCE(data ->> 'payment_id' = ledger.id, false))
  FROM payment_session
  WHERE id = ledger.session_id AND payment_collection_id = collection.id
    AND deleted_at IS NULL)`

const COMPETING_SESSIONS = `(SELECT COALESCE(jsonb_agg(status), '[]') FROM payment_session
  WHERE payment_collection_id = collection.id AND id <> ledger.session_id
    AND deleted_at IS NULL)`

const OWN_PAYMENT = `(SELECT ${CAPTURED_SQL} || jsonb_build_object(
    'canceled', own.canceled_at IS NOT NULL,
    'held', CAST(${heldSql("own")} AS text))
  FROM payment AS own
  WHERE own.payment_session_id = ledger.session_id
    AND own.payment_collection_id = collection.id
    AND own.deleted_at IS NULL LIMIT 1)`

/**
 * Medusa stores a capture, then notes it with the payment, and then records it
 * with the order. A process that dies in between leaves an order that seems
 * unpaid. Only of a payment that is captured as a whole: recording can't capture
 * more then.
 */
const UNRECORDED_CAPTURE = `(SELECT CASE
    WHEN COALESCE(own.captured_at, capture.created_at)
      < now() - interval '1 minute' THEN 'lost'
    ELSE 'recent' END
  FROM payment AS own
  JOIN capture ON capture.payment_id = own.id AND capture.deleted_at IS NULL
  JOIN order_payment_collection AS link
    ON link.payment_collection_id = own.payment_collection_id
      AND link.deleted_at IS NULL
  JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
  WHERE own.payment_session_id = ledger.session_id
    AND own.payment_collection_id = collection.id AND own.deleted_at IS NULL
    AND (own.captured_at IS NOT NULL OR own.amount <= (
      SELECT SUM(amount) FROM capture
      WHERE payment_id = own.id AND deleted_at IS NULL))
    AND NOT EXISTS (SELECT 1 FROM order_transaction
      WHERE order_id = link.order_id AND reference_id = capture.id
        AND deleted_at IS NULL)
  LIMIT 1)`

/**
 * Medusa links an order before it reserves its stock, and a process may die in
 * between. A fulfilled item has no reservation any more, and those of an exchange
 * or a claim may never have one.
 */
const LACKS_STOCK = `EXISTS (SELECT FROM order_payment_collection AS link
  JOIN "order" ON "order".id = link.order_id
  JOIN order_item AS item ON item.order_id = "order".id
    AND item.version = "order".version AND item.deleted_at IS NULL
    AND item.quantity > 0 AND item.fulfilled_quantity = 0
  JOIN order_item AS placed ON placed.order_id = item.order_id
    AND placed.item_id = item.item_id AND placed.version = 1
  JOIN order_line_item AS line ON line.id = item.item_id
  JOIN product_variant AS variant
    ON variant.id = line.variant_id AND variant.manage_inventory
  WHERE link.payment_collection_id = ${COLLECTION} AND link.deleted_at IS NULL
    AND EXISTS (SELECT FROM product_variant_inventory_item
      WHERE variant_id = variant.id AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM reservation_item
      WHERE line_item_id = line.id AND deleted_at IS NULL))`

const LOST_ORDER = `(SELECT link.order_id FROM (
    SELECT order_id FROM order_cart
    WHERE cart_id = ${cartSql(COLLECTION)} AND deleted_at IS NULL
    UNION ALL
    SELECT order_id FROM order_payment_collection
    WHERE payment_collection_id = ${COLLECTION} AND deleted_at IS NULL
  ) AS link
  WHERE NOT EXISTS (SELECT 1 FROM "order" WHERE id = link.order_id)
  LIMIT 1)`

/** SQL of a sum of the uses of the deposit that the payment was paid by. */
const usedAs = (kind: AllocationKind) =>
  `CAST(COALESCE(SUM(CAST(used.amount AS numeric)) FILTER (WHERE used.kind = '${kind}'), 0) AS text)`

const DEPOSIT_USES = `(SELECT jsonb_build_object(
    ${ALLOCATION_KINDS.map((kind) => `'${kind}', ${usedAs(kind)}`).join(", ")},
    'unallocated', CAST(deposit.unallocated AS text))
  FROM ${TABLE.deposit} AS deposit
  LEFT JOIN ${TABLE.allocation} AS used
    ON used.deposit_id = deposit.id AND used.deleted_at IS NULL
  WHERE deposit.id = ledger.deposit_id
  GROUP BY deposit.id)`

/** SQL of whether money arrived for the payment that did not pay it. */
const hasOther = (condition: string) => `EXISTS (
  SELECT FROM ${TABLE.deposit} AS deposit
  WHERE deposit.payment_id = ledger.id AND deposit.deleted_at IS NULL
    AND deposit.id IS DISTINCT FROM ledger.deposit_id
    AND ${condition})`

const HAS_SEEN_MONEY = hasOther(
  "deposit.confirmed_at IS NULL AND deposit.unallocated > 0"
)

const EXACT_TRANSFERS = `(SELECT COALESCE(jsonb_agg(DISTINCT reason), '[]')
  FROM ${TABLE.exception}
  WHERE payment_id = ledger.id AND status = 'open' AND deleted_at IS NULL
    AND kind = '${TRANSFER_KIND}' AND reason = ANY(:exact))`

const HAS_USED_MONEY = hasOther(`EXISTS (
  SELECT FROM ${TABLE.allocation} AS used
  WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL
    AND (deposit.confirmed_at IS NULL OR used.order_id IS NOT NULL))`)

const HAS_OPEN_EXCEPTION = `EXISTS (SELECT FROM ${TABLE.exception}
  WHERE deposit_id = ledger.deposit_id AND status = 'open'
    AND kind <> 'refund_due' AND deleted_at IS NULL)`

/** SQL of an exception that automatic retries do not wait for. */
const IS_REFUSED = `EXISTS (SELECT FROM ${TABLE.exception}
  WHERE payment_id = ledger.id AND status = 'open' AND deleted_at IS NULL
    AND kind = 'promotion_used_up')`

const IS_RETRIED = `COALESCE((SELECT resolution = 'retry'
  FROM ${TABLE.exception}
  WHERE payment_id = ledger.id AND deleted_at IS NULL AND kind = ANY(:kinds)
    AND resolved_by IS NOT NULL
  ORDER BY resolved_at DESC LIMIT 1), false)`

/**
 * Reads a payment with Medusa's state in one statement. It takes a fraction of
 * the time of the same reads by Medusa's query. No concurrent write can fall
 * between its parts.
 */
export async function readMedusaState(
  db: Knex,
  paymentId: string
): Promise<PaymentWithMedusaState | null> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT ledger.*, ${SCHEDULE_SQL}, jsonb_build_object(
       'medusa', jsonb_build_object(
         'session', ${SESSION}, 'competing_sessions', ${COMPETING_SESSIONS}, 'payment', ${OWN_PAYMENT},
         'collection', ${collectionSql("ledger.session_id")},
         'cart_id', ${cartSql(COLLECTION)}, 'order', ${orderSql(COLLECTION)},
         'manual_order', ${manualOrderSql(COLLECTION)},
         'lacks_stock', ${LACKS_STOCK}, 'lost_order_id', ${LOST_ORDER},
         'unrecorded_capture', ${UNRECORDED_CAPTURE},
         'money', ${DEPOSIT_USES},
         'has_open_exception', ${HAS_OPEN_EXCEPTION},
         'is_refused', ${IS_REFUSED}, 'is_retried', ${IS_RETRIED},
         'has_seen_money', ${HAS_SEEN_MONEY},
         'exact_transfers', ${EXACT_TRANSFERS},
         'has_used_money', ${HAS_USED_MONEY}),
       'has_exceptions', EXISTS (SELECT 1 FROM ${TABLE.exception}
         WHERE payment_id = ledger.id AND deleted_at IS NULL AND kind = ANY(:kinds))
     ) AS both
     FROM ${TABLE.payment} AS ledger
     LEFT JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = ledger.id
     LEFT JOIN payment_collection AS collection
       ON collection.id = ${COLLECTION} AND collection.deleted_at IS NULL
     WHERE ledger.id = :id AND ledger.deleted_at IS NULL`,
    {
      id: paymentId,
      kinds: [...SETTLEMENT_KINDS, "transfer_reused"],
      exact: [...EXACT_REASONS],
    }
  )
  const [row] = rows
  if (!row) {
    return null
  }
  const { both, ...payment } = row
  return { payment, ...both }
}
