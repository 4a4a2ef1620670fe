import type { ExceptionResolution } from "../ledger/exceptions"
import type { FactSource } from "../ledger/facts"
import type {
  CaptureMode,
  CheckoutFlow,
  PaymentStatus,
  Rail,
  ReturnResult,
} from "../ledger/payment"

/** Rows of a list, and how many there are. */
export type Page = {
  /** At most 10,000: more are not counted, so that a list is quick whatever its length. */
  count: number
  /** Whether there may be more than `count`: not all rows were looked at. */
  count_exceeded?: boolean
  offset: number
  limit: number
}

/** A Medusa order, as much as a link to it needs. */
export type AdminOrderReference = { id: string; display_id: number }

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

export type AdminException = {
  id: string
  kind: string
  message: string
  details: Record<string, string | null> | null
  payment_id: string | null
  webhook_event_id: string | null
  status: "open" | "resolved"
  /** Null while open, and where settling closed it. */
  resolution: ExceptionResolution | null
  note: string | null
  resolved_by: string | null
  resolved_at: string | null
  created_at: string
  updated_at: string
  /** Of the payment that it is about. */
  order: AdminOrderReference | null
  /** Of the payment that it is about. */
  rail: Rail | null
}

export type AdminExceptionDetail = AdminException & {
  /** Money that resolving it may send back now, less what was refunded; null where that is nothing. */
  held: {
    /** An exact decimal. */
    amount: string
    currency: string
    chain: string | null
    /** Whether the gateway confirmed that it came. */
    confirmed: boolean
  } | null
}

/** `GET /admin/stablecoin/exceptions`. */
export type AdminExceptionsResponse = Page & { exceptions: AdminException[] }

/** `GET /admin/stablecoin/exceptions/:id`. */
export type AdminExceptionResponse = { exception: AdminExceptionDetail }

/** Body of `POST /admin/stablecoin/exceptions/:id/resolve`. */
export type AdminResolveException = {
  /** What was found out, or done. */
  note: string
} & (
  | {
      /** Settles the payment again. The exception is opened again where that does not work. */
      action: "retry"
    }
  | {
      /** Opens a refund due of what is held because of it: all, or `amount`. */
      action: "refund"
      refund?: { amount?: string; reason?: string; refund_to?: string }
    }
  | {
      action: "close"
      /** The transfer by which the merchant sent the money back already: it is recorded as a sent refund. */
      sent?: { tx_hash: string; amount?: string; refund_to?: string }
      /** The size of a group as it was read (`details.count`): 409 when payments have joined it since. */
      count?: number
    }
)

/**
 * `POST /admin/stablecoin/exceptions/:id/resolve`: with the refund that it
 * opened or recorded. A part of captured money without an order leaves the
 * exception open for the rest.
 */
export type AdminResolveResponse = {
  exception: AdminException
  refund: AdminRefund | null
}

export type AdminRefund = {
  id: string
  payment_id: string
  medusa_refund_id: string | null
  exception_id: string | null
  order_id: string | null
  customer_id: string | null
  amount: string
  currency: string
  chain: string | null
  cart_amount: string
  cart_currency: string
  reason: string | null
  status: "due" | "sent" | "void"
  refund_to: string | null
  refund_to_by: string | null
  refund_to_at: string | null
  tx_hash: string | null
  sent_by: string | null
  sent_at: string | null
  created_at: string
  updated_at: string
  /** Of its payment. */
  order: AdminOrderReference | null
}

/** `GET /admin/stablecoin/refunds`. */
export type AdminRefundsResponse = Page & { refunds: AdminRefund[] }

/** `GET /admin/stablecoin/refunds/:id`, and the answer to what changes one. */
export type AdminRefundResponse = { refund: AdminRefund }

export type AdminWebhookEvent = {
  id: string
  rail: Rail
  event: string
  payment_id: string | null
  status: "received" | "processed" | "ignored" | "failed" | "dead"
  attempts: number
  next_attempt_at: string | null
  error: string | null
  created_at: string
  updated_at: string
}

/** `GET /admin/stablecoin/webhooks`. */
export type AdminWebhookEventsResponse = Page & {
  webhooks: AdminWebhookEvent[]
}

/** `GET /admin/stablecoin/webhooks/:id`: `body` is the text that was signed, null once erased. */
export type AdminWebhookEventResponse = {
  webhook: AdminWebhookEvent & { digest: string; body: string | null }
}

/** `GET /admin/stablecoin/summary`: what waits for a person, for the sidebar. */
export type AdminSummaryResponse = {
  summary: {
    /** Null where the caller's role may not read them. */
    open_exceptions: number | null
    /** Null where the caller's role may not read them. */
    refunds_due: number | null
    /** Rails of a production store that place orders for test money. */
    test_rails: Rail[]
  }
}

/** `GET /admin/stablecoin/orders/:id`: everything of an order, the newest payment first. */
export type AdminOrderPanelResponse = {
  payments: AdminPaymentDetail[]
  /** Null where the caller's role may not read them. */
  refunds: AdminRefund[] | null
  /** Open ones. Null where the caller's role may not read them. */
  exceptions: AdminException[] | null
}
