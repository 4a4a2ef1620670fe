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

/**
 * Returns the account that decides about test money of a rail: its own, if it
 * has one. Otherwise, such as after its credentials were removed, it is an
 * account of another rail that takes live payments, or may take them.
 */
export function judgingAccount(
  own: CurrentAccount | null,
  others: readonly (CurrentAccount | null)[]
): CurrentAccount | null {
  const having = (mode: string | null) =>
    others.find((other) => other?.mode === mode)
  return own ?? having("live") ?? having(null) ?? null
}
