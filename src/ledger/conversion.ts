import {
  decimalsOf,
  differenceOf,
  isMoreThan,
  isSameAmount,
  isSameSum,
  shareOf,
  sumOf,
} from "./money"
import type { Allocation } from "./deposits"
import type { Payment } from "./payment"

/**
 * The amounts of a payment in its stablecoin and in its cart's currency. Their
 * ratio converts its parts. Without a quote, a dollar is a coin.
 */
export type Priced = Pick<
  Payment,
  "amount" | "cart_amount" | "cart_currency" | "quote_id"
>

/** A part of a payment in both. It is converted once, where it is first known. */
export type Part = Pick<Payment, "amount" | "cart_amount">

/** The parts of a deposit that are sent back or kept. */
export function partsOf(
  allocations: readonly Pick<Allocation, "kind" | "amount" | "cart_amount">[]
): Part[] {
  return allocations
    .filter(({ kind }) => kind !== "capture")
    .map(({ amount, cart_amount }) => ({
      amount,
      cart_amount: cart_amount ?? amount,
    }))
}

/**
 * Converts a sum in the cart's currency to the payment's stablecoin, rounded
 * half up to the cent. The last part is what the others leave.
 *
 * @param others the other parts of the payment
 */
export function coinsOf(
  { amount, cart_amount, quote_id }: Priced,
  sum: string,
  others: readonly Part[] = []
): string {
  if (!quote_id) {
    return sum
  }
  const used = sumOf(others.map((part) => part.cart_amount))
  return isSameSum(sumOf([sum, used]), cart_amount)
    ? restOf(amount, sumOf(others.map((part) => part.amount)))
    : shareOf(sum, { of: cart_amount, whole: amount })
}

/**
 * Converts a sum in the payment's stablecoin to the cart's currency, rounded
 * half up to its smallest unit. The last part is what the others leave.
 *
 * @param others the other parts of the payment
 */
export function worthOf(
  { amount, cart_amount, cart_currency, quote_id }: Priced,
  coins: string,
  others: readonly Part[] = []
): string {
  if (!quote_id) {
    return coins
  }
  const used = sumOf(others.map((part) => part.amount))
  return isSameAmount(sumOf([coins, used]), amount)
    ? restOf(cart_amount, sumOf(others.map((part) => part.cart_amount)))
    : shareOf(
        coins,
        { of: amount, whole: cart_amount },
        decimalsOf(cart_currency)
      )
}

function restOf(whole: string, used: string): string {
  return isMoreThan(whole, used) ? differenceOf(whole, used) : "0.00"
}
