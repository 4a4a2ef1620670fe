import type { Observer } from "../postgres/observer"
import type { Sandbox } from "../../../packages/sandbox/src"
import { MERCHANT_EMAIL } from "../shop/names"
import { PAID_EVENTS } from "../gateway/webhooks"
import type {
  Records,
  CaptureEntry,
  CollectionEntry,
  GatewayEntry,
  LedgerEntry,
  OrderEntry,
} from "./records"

/**
 * Reads the records of the sandbox, the ledger and Medusa, each at its source.
 */
export async function readRecords(
  sandbox: Sandbox,
  db: Observer
): Promise<Records> {
  return {
    gateway: gatewayEntries(sandbox),
    ledger: await db.query<LedgerEntry>(
      `SELECT id, session_id, payment_collection_id, status, cart_amount, cart_currency,
         (SELECT count(*)::int FROM stablecoin_exception
           WHERE payment_id = payment.id AND deleted_at IS NULL) AS exceptions,
         (SELECT count(*)::int FROM stablecoin_refund
           WHERE payment_id = payment.id AND status <> 'void'
             AND deleted_at IS NULL) AS refunds_due
       FROM stablecoin_payment AS payment WHERE deleted_at IS NULL`
    ),
    captures: await db.query<CaptureEntry>(
      `SELECT payment.payment_session_id AS session_id,
         payment.payment_collection_id, capture.amount::text AS amount,
         (SELECT COALESCE(SUM(amount), 0) FROM refund
           WHERE payment_id = payment.id AND deleted_at IS NULL)
         >= payment.amount AS refunded,
         EXISTS (SELECT 1 FROM order_transaction
           WHERE reference_id = capture.id AND deleted_at IS NULL) AS recorded
       FROM capture JOIN payment ON payment.id = capture.payment_id
       WHERE capture.deleted_at IS NULL`
    ),
    orders: await db.query<OrderEntry>(
      `SELECT "order".id, link.payment_collection_id,
         (SELECT cart_id FROM order_cart
           WHERE order_id = "order".id AND deleted_at IS NULL LIMIT 1) AS cart_id,
         "order".status = 'canceled' OR "order".canceled_at IS NOT NULL AS canceled
       FROM order_payment_collection AS link
       JOIN "order" ON "order".id = link.order_id
       WHERE link.deleted_at IS NULL AND "order".deleted_at IS NULL`
    ),
    collections: await db.query<CollectionEntry>(
      `SELECT id, COALESCE(raw_amount ->> 'value', amount::text) AS amount
       FROM payment_collection WHERE deleted_at IS NULL`
    ),
  }
}

function gatewayEntries(sandbox: Sandbox): GatewayEntry[] {
  const received = sandbox
    .webhooks()
    .filter(
      ({ event, attempts }) =>
        Object.values(PAID_EVENTS).includes(event) &&
        attempts.some(({ status }) => status === 200)
    )
    .map(({ body }) => body)
  const entry = (
    rail: GatewayEntry["rail"],
    orderNo: string | null,
    paid: boolean
  ): GatewayEntry => ({
    payment_id: orderNo ?? "",
    rail,
    paid,
    reported: received.some((body) => body.includes(`"${orderNo}"`)),
  })
  return [
    ...sandbox
      .transactions()
      .map(({ orderNo, status }) =>
        entry("hosted", orderNo, status === "success")
      ),
    ...sandbox
      .orders()
      .map(({ orderNo, status }) =>
        entry("onchain", orderNo, status === "paid")
      ),
  ]
}

/**
 * Counts uncancelled orders without a payment collection, left by a cart
 * completion that was interrupted, apart from those that the merchant entered.
 */
export async function countUnlinkedOrders(db: Observer): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM "order"
     WHERE deleted_at IS NULL AND status <> 'canceled' AND email IS DISTINCT FROM $1 AND NOT EXISTS (
       SELECT 1 FROM order_payment_collection AS link
       WHERE link.order_id = "order".id AND link.deleted_at IS NULL)`,
    [MERCHANT_EMAIL]
  )
  return count
}
