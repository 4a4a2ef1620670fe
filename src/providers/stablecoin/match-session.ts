import { isSameSum, type Payment } from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/types"

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
