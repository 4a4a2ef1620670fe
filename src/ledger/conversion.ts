import {
  decimalsOf,
  differenceOf,
  fromMinorUnits,
  isMoreThan,
  isSameAmount,
  isSameSum,
  shareOf,
  sumOf,
  toMinorUnits,
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

/** Uses of a payment's deposit. */
export type Uses = readonly Pick<
  Allocation,
  "kind" | "amount" | "cart_amount"
>[]

/**
 * The parts of a payment's deposit that are sent back or kept. One from before
 * the deposit was assigned to the payment is converted as if it were the first.
 */
export function partsOf(payment: Priced, uses: Uses): Part[] {
  return uses
    .filter(({ kind }) => kind !== "capture")
    .map(({ amount, cart_amount }) => ({
      amount,
      cart_amount: cart_amount ?? worthOf(payment, amount),
    }))
}

/**
 * Converts a sum in the cart's currency to the payment's stablecoin, rounded
 * half up to the cent. The last part is what the others leave.
 */
export function coinsOf(payment: Priced, sum: string, uses: Uses = []): string {
  const { amount, cart_amount, quote_id } = payment
  if (!quote_id) {
    return fromMinorUnits(toMinorUnits(sum))
  }
  const others = partsOf(payment, uses)
  const used = sumOf(others.map((part) => part.cart_amount))
  return isSameSum(sumOf([sum, used]), cart_amount)
    ? restOf(amount, sumOf(others.map((part) => part.amount)))
    : shareOf(sum, { of: cart_amount, whole: amount })
}

/**
 * Converts a sum in the payment's stablecoin to the cart's currency, rounded
 * half up to its smallest unit. The last part is what the others leave.
 */
export function worthOf(
  payment: Priced,
  coins: string,
  uses: Uses = []
): string {
  const { amount, cart_amount, cart_currency, quote_id } = payment
  if (!quote_id) {
    return coins
  }
  const others = partsOf(payment, uses)
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
