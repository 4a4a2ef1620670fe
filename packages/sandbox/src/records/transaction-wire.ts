import { toWireNumber } from "../../../../src/ledger/money"
import { dateTime } from "../clock"
import type { Rules } from "../rules"
import type { TransactionEntry } from "./transaction"

/** The scheme of the gateway's own app, in deep links. */
export const APP_SCHEME = "stablecoinpay"

/** Path of the hosted page, with `sandbox/` for test credentials. */
export function checkoutPath(entry: TransactionEntry): string {
  const folder = entry.mode === "sandbox" ? "sandbox/" : ""
  return `/merchant/checkout/${folder}${entry.checkoutToken}`
}

/** `data` of a created transaction. */
export function transactionData(
  entry: TransactionEntry,
  baseUrl: string,
  links: Rules["links"]
) {
  const url = `${baseUrl}${checkoutPath(entry)}`
  const link = `merchant/checkout/${entry.checkoutToken}`
  const byName = {
    webUrl: url,
    appUrl: `${APP_SCHEME}://${link}`,
    intentUrl: `intent://${link}#Intent;scheme=${APP_SCHEME};package=com.stablecoinpay.app;end`,
  }
  return {
    approvedUrl: url,
    ...Object.fromEntries(links.map((name) => [name, byName[name]])),
    checkout_token: entry.checkoutToken,
    grant_id: entry.grantId,
    token: entry.token,
    amount: entry.amount,
    currency: entry.currency,
    order_no: entry.orderNo,
    item_name: entry.itemName,
    status: entry.status,
    payment_method: entry.paymentMethod,
    metadata: entry.metadata,
  }
}

/**
 * The status that each event reports, regardless of the transaction's current
 * one.
 */
const STATUS_OF_EVENT: Record<string, string> = {
  "transaction.created": "pending",
  "payment.success": "success",
  "transaction.failed": "failed",
  "payment.failed": "failed",
}

export const MERCHANT_EVENT_NAMES = Object.keys(STATUS_OF_EVENT)

/** Body of a hosted webhook. Overrides replace fields of `payload`. */
export function merchantWebhook(
  entry: TransactionEntry,
  event: string,
  overrides: Record<string, unknown> = {}
) {
  return {
    event,
    payload: {
      transaction_id: entry.transactionId,
      order_no: entry.orderNo,
      item_name: entry.itemName,
      metadata: entry.metadata,
      amount: toWireNumber(entry.amount),
      currency: entry.currency,
      status: STATUS_OF_EVENT[event] ?? entry.status,
      timestamp: dateTime(),
      ...overrides,
    },
    timestamp: Math.floor(Date.now() / 1000),
  }
}
