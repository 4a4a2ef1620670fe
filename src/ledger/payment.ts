import type { Rail } from "./rails"

/**
 * The states of a payment, as a ladder: a fact only ever moves a payment up.
 * So facts may arrive in any order, twice or late, and the end is the same.
 *
 * - `creating`: the row is written, the gateway has not answered yet
 * - `pending`: the gateway waits for the buyer
 * - `abandoned`: we can no longer cancel it, and it may still take money
 * - `failed`, `cancelled`: ended without money, as far as the gateway said
 * - `paid`: final
 */
export const PAYMENT_STATUSES = [
  "creating",
  "pending",
  "abandoned",
  "failed",
  "cancelled",
  "paid",
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const CHECKOUT_FLOWS = ["pay_first", "order_first"] as const
export type CheckoutFlow = (typeof CHECKOUT_FLOWS)[number]

export const CAPTURE_MODES = ["automatic", "manual"] as const
export type CaptureMode = (typeof CAPTURE_MODES)[number]

/** How the buyer came back from the gateway's page. */
export const RETURN_RESULTS = ["success", "cancel"] as const
export type ReturnResult = (typeof RETURN_RESULTS)[number]

/**
 * The ledger row: one transaction or payment order at the gateway, for one
 * Medusa payment session. Amounts are decimal strings.
 */
export type Payment = {
  id: string
  /** The Medusa payment session that this money is for. */
  session_id: string
  payment_collection_id: string
  cart_id: string | null
  order_id: string | null
  customer_id: string | null
  rail: Rail
  /** Medusa's provider that started it, under whatever id the store gave it. */
  provider_id: string
  status: PaymentStatus
  /** `test`, `live`, or what else the gateway calls it; null until it answered. */
  mode: string | null
  /** Which credentials it was started with. */
  account: string
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  /** Due at the gateway: two decimals, in `currency`. */
  amount: string
  /** The stablecoin. */
  currency: string
  chain: string | null
  /** Due in Medusa: exact, in the cart's currency. */
  cart_amount: string
  cart_currency: string
  /** `transaction_id` or `order_id`. */
  gateway_id: string | null
  /** This and the three links below open the gateway's page: null once the payment has ended. */
  checkout_token: string | null
  redirect_url: string | null
  app_url: string | null
  intent_url: string | null
  /** Where the buyer is sent back to; null some days after the end. */
  success_url: string | null
  cancel_url: string | null
  /** Random part of the return URL: only the buyer's browser and the gateway know it. Null once erased. */
  return_token: string | null
  returned_at: Date | null
  returned_result: ReturnResult | null
  destination_address: string | null
  reference: string | null
  net_amount: string | null
  tx_hash: string | null
  paid_at: Date | null
  expires_at: Date
  /** When settling first saw that its session is gone; null while it has one. */
  superseded_at: Date | null
  /** Number of its place among the open payments that its collection may have. */
  open_slot: number | null
  /** The exception about this payment and others whose end the gateway never reported. */
  unanswered_group_id: string | null
  /** Reads of a paid payment's order that named no transfer. */
  hashless_reads: number
  created_at: Date
}

/**
 * When a payment is reconciled, stored apart from it: every pass changes the
 * schedule, and nearly none the payment.
 */
export type Schedule = {
  /** When the payment is reconciled next; null: only after another fact. */
  next_reconcile_at: Date | null
  /** Reconciliations since the last fact. */
  reconcile_attempts: number
  /** Counts the changes of the schedule: a reconciliation ends only the one that it has read. */
  revision: number
  /** The pass that reconciles it now. */
  lease_owner: string | null
}

export type ScheduledPayment = Payment & Schedule

/** Whether the buyer may be paying it at this moment. */
export function isPayable({ status }: Pick<Payment, "status">): boolean {
  return status === "creating" || status === "pending"
}

/** The higher of two states. */
export function higherStatus(
  a: PaymentStatus,
  b: PaymentStatus
): PaymentStatus {
  return PAYMENT_STATUSES.indexOf(a) >= PAYMENT_STATUSES.indexOf(b) ? a : b
}
