import type { CurrentAccount } from "./medusa-state"
import type { Payment } from "./payment"

/**
 * Whether a payment is simulated while the store takes live payments: no funds
 * moved, so that it buys nothing. While the mode of the current account is
 * unknown, a test payment of another account is not trusted.
 */
export function isTestMoney(
  { mode, account }: Pick<Payment, "mode" | "account">,
  current: CurrentAccount | null
): boolean {
  if (mode === null || mode === "live" || !current) {
    return false
  }
  return (
    current.mode === "live" ||
    (current.mode === null && current.account !== account)
  )
}
