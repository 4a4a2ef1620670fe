import { randomBytes } from "node:crypto"
import { toWireNumber } from "../../../../src/ledger/money"
import { dateTime } from "../clock"
import { paymentOf, type OrderEntry, type OrderPaymentEntry } from "./order"
import { APP_SCHEME } from "./transaction-wire"

/** `payment` of an order. */
export function paymentData(payment: OrderPaymentEntry | null) {
  return (
    payment && {
      reference: payment.reference,
      net_amount: toWireNumber(payment.netAmount),
      chain: payment.chain,
      tx_hash: payment.txHash,
    }
  )
}

/** URL of the order's checkout page. */
function orderCheckoutUrl(entry: OrderEntry, baseUrl: string): string {
  return `${baseUrl}/checkout/${entry.checkoutToken}`
}

/** Deep link that opens the buyer app on the payment screen. */
export function orderAppUrl(entry: OrderEntry): string {
  return `${APP_SCHEME}://business/checkout/${entry.checkoutToken}`
}

/** The fields of every body. */
function subject({ orderId, amount, currency, chain }: OrderEntry) {
  return { order_id: orderId, amount: toWireNumber(amount), currency, chain }
}

/** `data` of a created order. */
export function orderData(entry: OrderEntry, baseUrl: string) {
  return {
    ...orderStateData(entry),
    order_no: entry.orderNo,
    destination_address: entry.destinationAddress,
    mode: entry.mode,
    description: entry.description,
    checkout_url: orderCheckoutUrl(entry, baseUrl),
    created_at: entry.createdAt,
    checkout_token: entry.checkoutToken,
  }
}

/** `data` of a read order. */
export function orderStateData(entry: OrderEntry) {
  return {
    ...subject(entry),
    status: entry.status,
    paid_at: entry.paidAt,
    payment: paymentData(entry.payment),
  }
}

/** `data` of a cancelled order. */
export function cancelledOrderData(entry: OrderEntry) {
  const { orderId, status, currency, chain } = entry
  return { order_id: orderId, status, currency, chain }
}

/** `data` of the buyer app's checkout view. */
export function checkoutViewData(
  entry: OrderEntry,
  baseUrl: string,
  merchant: string
) {
  return {
    ...subject(entry),
    destination_address: entry.destinationAddress,
    status: entry.status,
    checkout_url: orderCheckoutUrl(entry, baseUrl),
    checkout_app_url: orderAppUrl(entry),
    merchant,
  }
}

/** `data` of a confirmation. */
export function confirmationData(entry: OrderEntry) {
  return {
    ...subject(entry),
    order_status: entry.status,
    reference: entry.payment?.reference,
    tx_hash: entry.payment?.txHash,
    paid_at: entry.paidAt,
  }
}

/**
 * The status that each event reports, regardless of the order's current one.
 */
const STATUS_OF_EVENT: Record<string, OrderEntry["status"]> = {
  "payment_order.created": "pending",
  "payment_order.paid": "paid",
  "payment_order.cancelled": "cancelled",
}

export const BUSINESS_EVENT_NAMES = Object.keys(STATUS_OF_EVENT)

/**
 * Body of a business webhook. Overrides replace fields of `data`. A paid event
 * triggered for an unpaid order gets its own payment.
 */
export function businessWebhook(
  entry: OrderEntry,
  event: string,
  overrides: Record<string, unknown> = {}
) {
  const status = STATUS_OF_EVENT[event] ?? entry.status
  const paid = status === "paid"
  const payment = paid
    ? (entry.payment ??
      paymentOf(entry, `0x${randomBytes(32).toString("hex")}`))
    : null
  return {
    event,
    data: {
      ...subject(entry),
      order_no: entry.orderNo,
      status,
      mode: entry.mode,
      paid_at: paid ? (entry.paidAt ?? dateTime()) : null,
      payment: paymentData(payment),
      ...(entry.metadata && { metadata: entry.metadata }),
      ...overrides,
    },
    sent_at: dateTime(),
  }
}
