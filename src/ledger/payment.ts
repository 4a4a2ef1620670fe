import type { Proof, ProofStatus } from "./proof"
import type { Rail } from "./rails"

/**
 * States of a payment, in ascending order: a fact only ever moves a payment up.
 * Facts may therefore arrive in any order, twice or late, with the same result.
 *
 * - `creating`: the row is written, the gateway has not responded yet
 * - `pending`: the gateway waits for the buyer
 * - `abandoned`: can no longer be cancelled, and may still receive money
 * - `failed`, `cancelled`: ended without money, according to the gateway
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

/** How the buyer returned from the gateway's page. */
export const RETURN_RESULTS = ["success", "cancel"] as const
export type ReturnResult = (typeof RETURN_RESULTS)[number]

/**
 * Values that the gateway reports with a paid payment, and that the row stores
 * as first reported:
 * - `reference` the gateway's receipt number
 * - `net_amount` the amount that the merchant keeps, an exact decimal; never
 *   compared with the amount due
 * - `tx_hash` the transfer's transaction hash
 */
export const PAID_DETAILS = ["reference", "net_amount", "tx_hash"] as const
type PaidDetail = (typeof PAID_DETAILS)[number]

/** As reported. Values that were not reported are absent. */
export type PaidDetails = { [Detail in PaidDetail]?: string }

/** As stored. Values that were not reported are null. */
export type PaidDetailColumns = Record<PaidDetail, string | null>

/** The price of a cart whose money arrived after the shown one had expired. */
export type LatePrice = {
  /** The rate that its buyer was shown: US dollars for one unit of the cart's. */
  shown_rate: string | null
  /** The rate when its money was settled; null without one. */
  rate: string | null
  /** The price of the cart then, in the stablecoin; null without a rate. */
  due: string | null
  /** Whether its money is used: it is worth enough, or the merchant accepts it. */
  accepted: boolean
}

/**
 * Ledger row: one transaction or payment order at the gateway, for one Medusa
 * payment session. Amounts are decimal strings.
 */
export type Payment = PaidDetailColumns & {
  id: string
  /** Medusa payment session that this money is for. */
  session_id: string
  payment_collection_id: string
  cart_id: string | null
  order_id: string | null
  customer_id: string | null
  rail: Rail
  /** Medusa provider that started it. The store may have given it any id. */
  provider_id: string
  status: PaymentStatus
  /** `test`, `live` or another value; null until the gateway responds. */
  mode: string | null
  /** Account whose credentials started it. */
  account: string
  checkout_flow: CheckoutFlow
  capture: CaptureMode
  /** Amount due at the gateway: two decimals, in `currency`. */
  amount: string
  /** The stablecoin. */
  currency: string
  chain: string | null
  /** Amount due in Medusa: exact, in the cart's currency. */
  cart_amount: string
  cart_currency: string
  /** The quote that `amount` follows from; null where a dollar is a coin. */
  quote_id: string | null
  /** Until when its buyer has that price; null without a quote. */
  locked_until: Date | null
  /** Its price when it was paid later than that; null until it was looked up. */
  late_price: LatePrice | null
  /** `transaction_id` or `order_id`. */
  gateway_id: string | null
  /**
   * This and the three links below open the gateway's page. Null once the
   * payment has ended.
   */
  checkout_token: string | null
  redirect_url: string | null
  app_url: string | null
  intent_url: string | null
  /** Where the buyer is sent back to; null some days after the end. */
  success_url: string | null
  cancel_url: string | null
  /**
   * Random part of the return URL, shared only with the buyer's browser and the
   * gateway. Null once erased.
   */
  return_token: string | null
  returned_at: Date | null
  returned_result: ReturnResult | null
  destination_address: string | null
  paid_at: Date | null
  /** The deposit that it was paid by. */
  deposit_id: string | null
  expires_at: Date
  /** When settling first found its session deleted; null while it has one. */
  superseded_at: Date | null
  /** The chain's answer about `tx_hash`; null until it was read. */
  proof_status: ProofStatus | null
  proof: Proof | null
  /**
   * From when on a pass reads its transfer from the chain; null once the answer
   * is final, and before there is a transfer.
   */
  prove_at: Date | null
  created_at: Date
}

/**
 * Reconciliation schedule of a payment. Stored separately, since every
 * reconciliation changes the schedule and few change the payment.
 */
export type Schedule = {
  /** When the payment is reconciled next; null until another fact. */
  next_reconcile_at: Date | null
  /** Reconciliations since the last fact. */
  reconcile_attempts: number
  /**
   * Counts changes of the schedule, so that a reconciliation finishes only the
   * revision that it read.
   */
  revision: number
  /** Job run that reconciles it now. */
  lease_owner: string | null
}

export type ScheduledPayment = Payment & Schedule

/** Whether a state is higher than another. */
export function isHigher(a: PaymentStatus, b: PaymentStatus): boolean {
  return PAYMENT_STATUSES.indexOf(a) > PAYMENT_STATUSES.indexOf(b)
}
