import type { FactSource } from "../ledger/facts"
import type { PaidDetailColumns } from "../ledger/paid-details"
import type {
  CaptureMode,
  CheckoutFlow,
  PaymentStatus,
  ReturnResult,
} from "../ledger/payment"
import type { Rail } from "../ledger/rails"
import type { ReceivedMoney } from "../ledger/unassigned-money"
import type {
  AdminCoins,
  AdminCustomerReference,
  AdminOrderReference,
  Page,
} from "./lists"

/** Dates are ISO 8601, amounts decimal strings. */
export type AdminPayment = PaidDetailColumns & {
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
  paid_at: string | null
  expires_at: string
  created_at: string
  updated_at: string
  /** Null until there is an order. */
  order: AdminOrderReference | null
  /**
   * The money that made it paid, or else money that the gateway reported for it
   * and that was not captured, such as a wrong amount. Null: none.
   */
  received: ReceivedMoney | null
  /** Whether it has an open exception or a refund to send. */
  needs_attention: boolean
}

/** `GET /admin/stablecoin/payments`. */
export type AdminPaymentsResponse = Page & { payments: AdminPayment[] }

/** One payment, with the fields that lists omit. */
export type AdminPaymentDetail = AdminPayment & {
  destination_address: string | null
  /** When it is reconciled next. Null: only after another fact. */
  next_reconcile_at: string | null
  /**
   * The gateway's payment page, to send to the buyer again. Null unless the
   * payment waits for the buyer, and where the gateway reports other money for
   * it: the buyer might pay twice.
   */
  payment_link: string | null
  /**
   * Other money that the gateway reports for the payment, such as a wrong
   * amount. None of it was captured.
   */
  other_money: AdminCoins[]
  /** When Medusa captured it. */
  captured_at: string | null
  /** Null while unknown. */
  customer: AdminCustomerReference | null
}

/** One entry of a payment's timeline. */
export type AdminFact = {
  id: string
  kind: string
  source: FactSource
  status_before: PaymentStatus
  status_after: PaymentStatus
  webhook_event_id: string | null
  /** Money that a `paid` fact reports. */
  money: AdminCoins | null
  created_at: string
}

/** `GET /admin/stablecoin/payments/:id`, oldest fact first. */
export type AdminPaymentResponse = {
  payment: AdminPaymentDetail
  facts: AdminFact[]
}

/** `POST /admin/stablecoin/payments/:id/sync`. */
export type AdminSyncResponse = {
  payment: AdminPayment
  /** Whether the gateway could be read: it has no call for hosted payments. */
  readable: boolean
  /** Whether Medusa matches the ledger. Otherwise the job retries. */
  settled: boolean
}

/** `POST /admin/stablecoin/payments/:id/cancel`. */
export type AdminCancelResponse = {
  payment: AdminPayment
  /**
   * True where the gateway has no call to cancel it: the payment is abandoned,
   * and money may still arrive.
   */
  may_still_be_paid: boolean
}
