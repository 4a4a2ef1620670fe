import { decimalsOf, shareOf } from "./money"
import type { Payment } from "./payment"

/**
 * The amounts of a payment in its stablecoin and in its cart's currency. Their
 * ratio converts its parts, so that the whole is exact both ways. Without a
 * quote, a dollar is a coin.
 */
export type Priced = Pick<
  Payment,
  "amount" | "cart_amount" | "cart_currency" | "quote_id"
>

/**
 * Converts a sum in the cart's currency to the payment's stablecoin, rounded
 * half up to the cent.
 */
export function coinsOf(
  { amount, cart_amount, quote_id }: Priced,
  sum: string
): string {
  return quote_id ? shareOf(sum, { of: cart_amount, whole: amount }) : sum
}

/**
 * Converts a sum in the payment's stablecoin to the cart's currency, rounded
 * half up to its smallest unit.
 */
export function worthOf(
  { amount, cart_amount, cart_currency, quote_id }: Priced,
  coins: string
): string {
  return quote_id
    ? shareOf(
        coins,
        { of: amount, whole: cart_amount },
        decimalsOf(cart_currency)
      )
    : coins
}
