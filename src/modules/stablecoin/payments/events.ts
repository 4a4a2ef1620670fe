import type { ExceptionKind, Rail } from "../../../ledger"

/** Events on Medusa's event bus, for the merchant's own subscribers. */
export const STABLECOIN_EVENTS = {
  paid: "stablecoin.payment.paid",
  cancelled: "stablecoin.payment.cancelled",
  failed: "stablecoin.payment.failed",
  exceptionOpened: "stablecoin.exception.opened",
  refundDue: "stablecoin.refund.due",
} as const

/** A payment was paid, or ended unpaid. */
export type StablecoinPaymentEvent = {
  /** The payment in the plugin's ledger, `stpay_…`. */
  id: string
  session_id: string
  payment_collection_id: string
  /** Null for a payment of an existing order's outstanding amount. */
  cart_id: string | null
  rail: Rail
}

/** An exception was opened that needs the merchant. */
export type StablecoinExceptionEvent = {
  id: string
  kind: ExceptionKind
  /** Null where its kind has one reason only. */
  reason: string | null
  payment_id: string | null
}

/** A refund that Medusa has recorded and the merchant still has to send. */
export type StablecoinRefundEvent = {
  id: string
  /** Null for money of an unknown payment. */
  payment_id: string | null
  /** A decimal string, in `currency`. */
  amount: string
  /** The stablecoin. */
  currency: string
}

/** Data of each event, by name. */
export type StablecoinEventData = {
  "stablecoin.payment.paid": StablecoinPaymentEvent
  "stablecoin.payment.cancelled": StablecoinPaymentEvent
  "stablecoin.payment.failed": StablecoinPaymentEvent
  "stablecoin.exception.opened": StablecoinExceptionEvent
  "stablecoin.refund.due": StablecoinRefundEvent
}
