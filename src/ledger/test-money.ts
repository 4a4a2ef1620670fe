import type { AccountInForce } from "./medusa-state"
import type { Payment } from "./payment"

/**
 * Whether a payment is simulated while the store takes live payments: no funds
 * moved, so that it buys nothing. While the mode of the current account is
 * unknown, a test payment of another account is not trusted.
 */
export function isTestMoney(
  { mode, account }: Pick<Payment, "mode" | "account">,
  inForce: AccountInForce | null
): boolean {
  if (mode === null || mode === "live" || !inForce) {
    return false
  }
  return (
    inForce.mode === "live" ||
    (inForce.mode === null && inForce.account !== account)
  )
}

/**
 * Returns the account that decides about test money of a rail: its own, if it
 * has one. Otherwise, such as after its credentials were removed, it is an
 * account of another rail that takes live payments, or may take them.
 */
export function judgingAccount(
  own: AccountInForce | null,
  others: readonly (AccountInForce | null)[]
): AccountInForce | null {
  const having = (mode: string | null) =>
    others.find((other) => other?.mode === mode)
  return own ?? having("live") ?? having(null) ?? null
}
