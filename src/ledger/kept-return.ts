import { type Deposit, isCertain } from "./deposits"
import type { MedusaState } from "./medusa-state"
import type { Payment } from "./payment"
import { doubtOf, isHeld, readsChain } from "./proof"
import { isTestMoney } from "./test-money"

/** The payment of a deposit, and the policies that decide about its money. */
export type KeptPayment = { payment: Payment } & Pick<
  MedusaState,
  "current_account" | "chain_policy"
>

/**
 * Decides about money that was kept for an order, and that the order does not
 * ask for any more:
 * - `refund`: it is due to the buyer
 * - `ask`: it may never have arrived, so that the merchant decides again
 * - `keep`: no money moved
 */
export type KeptReturn = "refund" | "ask" | "keep"

/** @param of the deposit's payment; null for money of unknown origin */
export function keptReturn(
  deposit: Pick<Deposit, "id" | "confirmed_at" | "seen_at">,
  of: KeptPayment | null,
  now: Date
): KeptReturn {
  if (of && isTestMoney(of.payment, of.current_account)) {
    return "keep"
  }
  const isUnproven =
    of?.payment.deposit_id === deposit.id &&
    (isHeld(of.payment, of.chain_policy) ||
      (readsChain(of.chain_policy) && doubtOf(of.payment, now) !== null))
  return isCertain(deposit) && !isUnproven ? "refund" : "ask"
}
