import type { AccountInForce } from "./medusa-state"
import type { Payment } from "./payment"

/**
 * Whether a payment is simulated while the store takes live payments: no funds
 * moved, so that it buys nothing. Where the mode of the account in force is not
 * known yet, a test payment of another account is not trusted.
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
 * The account that judges test money of a rail: its own. While the rail has none,
 * such as after its credentials were removed, an account of another rail judges
 * that takes live payments, or may take them.
 */
export function judgingAccount(
  own: AccountInForce | null,
  others: readonly (AccountInForce | null)[]
): AccountInForce | null {
  const having = (mode: string | null) =>
    others.find((other) => other?.mode === mode)
  return own ?? having("live") ?? having(null) ?? null
}
