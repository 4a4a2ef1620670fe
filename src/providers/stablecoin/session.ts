import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { isSameSum, payableUntil } from "../../ledger"
import type { Payment, PaymentStatus } from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/types"

/**
 * Returns the session data of a ledger row, which the storefront reads with the
 * cart. It never contains a token, a secret, a gateway id or the destination
 * address: coins sent there without the gateway's confirmation are never seen.
 * Every key is always present: Medusa keeps what the buyer sent under an omitted
 * key.
 */
export function sessionData(payment: Payment) {
  return {
    session_id: payment.session_id,
    payment_id: payment.id,
    rail: payment.rail,
    status: payment.status,
    /** The page to send the buyer to. */
    redirect_url: payment.redirect_url,
    amount: payment.amount,
    currency: payment.currency,
    mode: payment.mode,
    /** `order_first`: the cart is completed before the buyer leaves. */
    checkout_flow: payment.checkout_flow,
    /** ISO 8601. */
    expires_at: payableUntil(payment).toISOString(),
    app_url: payment.app_url,
    intent_url: payment.intent_url,
    chain: payment.chain,
  }
}

export type SessionData = ReturnType<typeof sessionData>

/**
 * Medusa's status of the session of a payment. A paid one is authorized, whether
 * Medusa has captured it or not.
 */
const SESSION_STATUS: Record<PaymentStatus, PaymentSessionStatus> = {
  creating: PaymentSessionStatus.PENDING,
  pending: PaymentSessionStatus.PENDING,
  abandoned: PaymentSessionStatus.PENDING,
  failed: PaymentSessionStatus.ERROR,
  cancelled: PaymentSessionStatus.CANCELED,
  paid: PaymentSessionStatus.AUTHORIZED,
}

export function sessionStatus({
  status,
}: Pick<Payment, "status">): PaymentSessionStatus {
  return SESSION_STATUS[status]
}

/** The part of the Payment module's own session service that is used here. */
type SessionService = {
  update(session: { id: string; amount: string }): Promise<unknown>
}

/**
 * Sets a session's amount to the amount of its payment. Medusa starts every
 * session for the whole collection. After a partial payment, a new payment
 * covers only the rest. The Payment module's own service writes it, since a
 * provider runs in that module's container and can't change the amount by its
 * response.
 */
export async function matchSession(
  container: Record<string, unknown>,
  { id, amount }: Pick<MedusaSession, "id" | "amount">,
  { cart_amount }: Pick<Payment, "cart_amount">
): Promise<void> {
  if (!isSameSum(amount, cart_amount)) {
    const sessions = container.paymentSessionService as SessionService
    await sessions.update({ id, amount: cart_amount })
  }
}
