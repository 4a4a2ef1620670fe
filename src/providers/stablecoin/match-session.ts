import { isSameSum, type Payment } from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/repository/medusa-session"

/** As much of the Payment module's own session service as is used. */
type SessionService = {
  update(session: { id: string; amount: string }): Promise<unknown>
}

/**
 * Has a session ask for what its payment brings. Medusa starts every session
 * for all of a collection; where a part of it was paid before, a payment brings
 * the rest. The Payment module's own service writes it, since a provider runs
 * within that module's container and can't change the amount by its answer.
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
