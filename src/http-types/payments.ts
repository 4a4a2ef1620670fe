import type { FactSource, Refusal } from "../ledger/facts"
import type { Payment, PaymentStatus } from "../ledger/payment"
import type {
  Proof,
  ProofDetails,
  ProofMode,
  ProofStatus,
} from "../ledger/proof"
import type { Transfer, TransferReason } from "../ledger/transfers"
import type { Quote } from "../pricing/quote"
import type { AdminException } from "./exceptions"
import type {
  AdminCoins,
  AdminOrderReference,
  Json,
  OfPayment,
  Page,
} from "./lists"
import type { AdminDeposit, AdminRefund } from "./money"

/** A cart, with an exact total in its currency. */
export type AdminCart = {
  total: string
  currency: string
  items: { title: string; quantity: number }[]
}

/** Columns that no response has, or only that of a single payment. */
type Hidden =
  | "provider_id"
  | "checkout_token"
  | "redirect_url"
  | "app_url"
  | "intent_url"
  | "success_url"
  | "cancel_url"
  | "return_token"
  | "destination_address"
  | "deposit_id"
  | "superseded_at"
  | "proof"
  | "prove_at"
  | "quote_id"

/** Amounts are decimal strings. */
export type AdminPayment = Json<Omit<Payment, Hidden>> &
  OfPayment & {
    updated_at: string
    /** US dollars for one unit of the cart's currency; null where it is one. */
    rate: string | null
    /**
     * The money that made it paid, or else money that the gateway reported for it
     * and that was not captured, such as a wrong amount. Null: none.
     */
    received: AdminCoins | null
    /**
     * The order that money of an unpaid payment is kept for, and whether the
     * gateway has confirmed that money.
     */
    kept_for: (AdminOrderReference & { is_confirmed: boolean }) | null
    /** Whether it has an open exception or a refund to send. */
    needs_attention: boolean
    /** Whether it is hosted, and its outcome neither reported in time nor looked up. */
    never_answered: boolean
  }

/** `GET /admin/stablecoin/payments`. */
export type AdminPaymentsResponse = Page & { payments: AdminPayment[] }

/** One payment, with the fields that lists omit. */
export type AdminPaymentDetail = AdminPayment & {
  /** The basis of the rate and the amount. Null without a rate. */
  basis: Pick<Quote, "sources" | "spread"> | null
  destination_address: string | null
  /** When it is reconciled next. Null: only after another fact. */
  next_reconcile_at: string | null
  /**
   * The gateway's payment page, to send to the buyer again. Null unless the
   * payment waits for the buyer, once the buyer has returned from paying, and
   * where the gateway reports other money for it: the buyer might pay twice.
   */
  payment_link: string | null
  /** Money that arrived for it, oldest first. */
  deposits: AdminDeposit[]
  /** When its order was placed, or got its money. Null without one. */
  ordered_at: string | null
  /** When Medusa captured it. */
  captured_at: string | null
  /** The present content of its cart. Null without one, and once it is an order. */
  cart: AdminCart | null
  /** Details of `proof_status`. Null without one. */
  proof: Proof | null
  /**
   * How its network is used now: `off` unless it is paid and networks are read,
   * `no_endpoint` where only other networks are.
   */
  proof_mode: ProofMode | "no_endpoint"
  /**
   * Whether it may not be captured until its transfer is proven. It may have
   * been captured before that was required.
   */
  is_held: boolean
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
  /** The answer that a `proof` fact records. */
  proof: (ProofDetails & { status: ProofStatus }) | null
  /** The gateway's answer that a `refused` fact records. */
  refusal: Refusal | null
  /** The transfer that a `seen` fact records, not reported by the gateway. */
  transfer: (Json<Transfer> & { as: TransferReason }) | null
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

/**
 * `GET /admin/stablecoin/orders/:id`: everything of an order, newest payment
 * first.
 */
export type AdminOrderPanelResponse = {
  payments: AdminPaymentDetail[]
  /** Null where the caller's role may not read them. */
  refunds: AdminRefund[] | null
  /** Open exceptions. Null where the caller's role may not read them. */
  exceptions: AdminException[] | null
  /** Amount that no payment collection of the order asks for. Null: none. */
  due: { amount: string; currency: string } | null
}
