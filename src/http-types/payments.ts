import type { FactSource } from "../ledger/facts"
import type {
  CaptureMode,
  CheckoutFlow,
  PaymentStatus,
  ReturnResult,
} from "../ledger/payment"
import type { Rail } from "../ledger/rails"
import type { Page, AdminOrderReference } from "./lists"

/** Dates are ISO 8601, amounts decimal strings. */
export type AdminPayment = {
  id: string
  session_id: string
  payment_collection_id: string
  cart_id: string | null
  order_id: string | null
  customer_id: string | null
  rail: Rail
  status: PaymentStatus
  mode: string | null
  account: string
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  amount: string
  currency: string
  chain: string | null
  cart_amount: string
  cart_currency: string
  gateway_id: string | null
  returned_at: string | null
  returned_result: ReturnResult | null
  reference: string | null
  net_amount: string | null
  tx_hash: string | null
  paid_at: string | null
  expires_at: string
  created_at: string
  updated_at: string
  /** Null until there is one. */
  order: AdminOrderReference | null
}

/** `GET /admin/stablecoin/payments`. */
export type AdminPaymentsResponse = Page & { payments: AdminPayment[] }

/** One payment, with what only its own page shows. */
export type AdminPaymentDetail = AdminPayment & {
  destination_address: string | null
  /** When it is reconciled next; null: only after another fact. */
  next_reconcile_at: string | null
  /** The gateway's page, to be sent to the buyer again; null unless it waits for the buyer. */
  payment_link: string | null
  /** Null until somebody is known; a cart's email where there is no customer. */
  customer: { id: string | null; email: string | null } | null
}

/** One line of a payment's timeline. */
export type AdminFact = {
  id: string
  kind: string
  source: FactSource
  status_before: PaymentStatus
  status_after: PaymentStatus
  webhook_event_id: string | null
  created_at: string
}

/** `GET /admin/stablecoin/payments/:id`: the oldest fact first. */
export type AdminPaymentResponse = {
  payment: AdminPaymentDetail
  facts: AdminFact[]
}

/** `POST /admin/stablecoin/payments/:id/sync`. */
export type AdminSyncResponse = {
  payment: AdminPayment
  /** Whether the gateway could be asked: it has no call for hosted payments. */
  asked: boolean
  /** Whether Medusa matches the ledger, or the job has to try again. */
  settled: boolean
}

/** `POST /admin/stablecoin/payments/:id/cancel`. */
export type AdminCancelResponse = {
  payment: AdminPayment
  /** The gateway has no call to cancel it: it was given up, and money may still come. */
  may_still_be_paid: boolean
}
