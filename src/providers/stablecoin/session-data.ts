import type { CheckoutFlow, Payment, PaymentStatus, Rail } from "../../ledger"

/**
 * Session data that the storefront reads with the cart. It never contains a
 * token, a secret, a gateway id or the destination address: coins sent there
 * without the gateway's confirmation are never seen.
 */
export type SessionData = {
  session_id: string
  payment_id: string
  rail: Rail
  status: PaymentStatus
  /** The page to send the buyer to. */
  redirect_url: string | null
  amount: string
  currency: string
  mode: string | null
  /** `order_first`: the cart is completed before the buyer leaves. */
  checkout_flow: CheckoutFlow
  /** ISO 8601. */
  expires_at: string
  app_url: string | null
  intent_url: string | null
  chain: string | null
}

/**
 * Returns the session data of a ledger row. Every key is always present: Medusa
 * keeps what the buyer sent under an omitted key.
 */
export function sessionData(payment: Payment): SessionData {
  return {
    session_id: payment.session_id,
    payment_id: payment.id,
    rail: payment.rail,
    status: payment.status,
    redirect_url: payment.redirect_url,
    amount: payment.amount,
    currency: payment.currency,
    mode: payment.mode,
    checkout_flow: payment.checkout_flow,
    expires_at: payment.expires_at.toISOString(),
    app_url: payment.app_url,
    intent_url: payment.intent_url,
    chain: payment.chain,
  }
}
