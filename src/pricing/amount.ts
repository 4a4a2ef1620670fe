import { BigNumber } from "bignumber.js"

/** Decimal arithmetic whose configuration Medusa does not share. */
export const Decimal = BigNumber.clone({
  DECIMAL_PLACES: 30,
  EXPONENTIAL_AT: 1_000,
})

/**
 * Returns the amount due in a stablecoin, rounded up to the cent in the
 * merchant's favour. The admin's preview uses it too.
 *
 * @param cartAmount an exact decimal in the currency of the rate
 */
export function amountOf(
  cartAmount: string,
  { rate, spread }: { rate: string; spread: string }
): string {
  return new Decimal(cartAmount)
    .times(rate)
    .times(new Decimal(spread).plus(100))
    .div(100)
    .toFixed(2, Decimal.ROUND_UP)
}

/**
 * Returns a sum in stablecoins at a rate, rounded half up to the cent.
 *
 * @param sum an exact decimal in the rate's currency
 */
export function worthAt(sum: string, rate: string): string {
  return new Decimal(sum).times(rate).toFixed(2, Decimal.ROUND_HALF_UP)
}
