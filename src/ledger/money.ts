/**
 * Money arithmetic. Amounts are decimal strings outside ("10.50") and whole
 * minor units (`bigint`, hundredths) inside. They are compared exactly and
 * rounded once.
 */
import { BigNumber } from "bignumber.js"

/** Decimal places of every amount of the gateway and the ledger. */
export const FRACTION_DIGITS = 2

/** A larger exponent is not an amount of money, but would cost memory. */
const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?[0-5]?\d)?$/i

/** Thrown for an amount that is not a decimal number. */
export class AmountError extends Error {
  override readonly name = "AmountError"

  constructor(value: unknown) {
    super(`${JSON.stringify(value)} is not a decimal amount such as "10.50".`)
  }
}

function parse(value: string | number): BigNumber {
  const text = String(value).trim()
  if (!DECIMAL.test(text) || text.length > 120) {
    throw new AmountError(value)
  }
  return new BigNumber(text)
}

/** Formats in plain notation with at least two decimals, without rounding. */
function format(decimal: BigNumber): string {
  const digits = Math.max(decimal.dp() ?? 0, FRACTION_DIGITS)
  return (decimal.isZero() ? decimal.abs() : decimal).toFixed(digits)
}

/**
 * Converts a decimal to whole minor units (hundredths). More than two decimals
 * are rounded half up, away from zero.
 *
 * @param value a decimal string or a finite number, such as "10.5" or 10.5
 * @throws AmountError if it is neither
 */
export function toMinorUnits(value: string | number): bigint {
  return BigInt(parse(toAmount(value)).shiftedBy(FRACTION_DIGITS).toFixed())
}

/** Formats whole minor units as a decimal with two digits: 1050n → "10.50". */
export function fromMinorUnits(units: bigint): string {
  return format(new BigNumber(String(units)).shiftedBy(-FRACTION_DIGITS))
}

/**
 * Rounds a decimal half up: "10.005" → "10.01".
 *
 * @param digits decimals of a currency that has more than two
 */
export function toAmount(value: string | number, digits = 0): string {
  const places = Math.max(digits, FRACTION_DIGITS)
  return format(parse(value).dp(places, BigNumber.ROUND_HALF_UP))
}

/**
 * Formats a decimal in plain notation with at least two digits, without
 * rounding: 10.005 never passes for 10.01.
 */
export function toExactDecimal(value: string | number): string {
  return format(parse(value))
}

/** Whether two decimals are equal: "10" and "10.00" are, "10.001" is not. */
export function isSameAmount(a: string | number, b: string | number): boolean {
  return parse(a).eq(parse(b))
}

/**
 * Whether two of Medusa's amounts are the same number. Medusa stores 20
 * significant digits and passes on a JavaScript number with 17. A third of a
 * dollar therefore has two spellings.
 */
export function isSameSum(a: string | number, b: string | number): boolean {
  return isSameAmount(a, b) || Number(a) === Number(b)
}

/** Subtracts two decimals exactly: "10.005" less "0.5" is "9.505". */
export function differenceOf(a: string | number, b: string | number): string {
  return format(parse(a).minus(parse(b)))
}

/**
 * Returns the part of a sum that another sum is of its own whole, rounded half
 * up: of 108.87 for 100, 33.33 for 30.61. A part of money is never nothing: one
 * that would be rounded to zero is the smallest unit.
 *
 * @param digits decimals of the result
 */
export function shareOf(
  sum: string,
  { of, whole }: { of: string; whole: string },
  digits = FRACTION_DIGITS
): string {
  const share = parse(sum)
    .times(parse(whole))
    .div(parse(of))
    .decimalPlaces(digits, BigNumber.ROUND_HALF_UP)
  const isLost = share.isZero() && isMoreThan(sum, "0")
  return (isLost ? new BigNumber(10).pow(-digits) : share).toFixed(digits)
}

/** Decimals of a currency, such as 0 of `jpy` and 3 of `kwd`. */
export function decimalsOf(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) {
    return FRACTION_DIGITS
  }
  const { maximumFractionDigits = FRACTION_DIGITS } = new Intl.NumberFormat(
    "en",
    { style: "currency", currency }
  ).resolvedOptions()
  return maximumFractionDigits
}

/** Adds decimals exactly; "0.00" for none. */
export function sumOf(amounts: readonly string[]): string {
  return format(
    amounts.reduce((sum, each) => sum.plus(parse(each)), new BigNumber(0))
  )
}

/** Whether a decimal exceeds another, exactly: 10.001 exceeds 10. */
export function isMoreThan(a: string | number, b: string | number): boolean {
  return parse(a).gt(parse(b))
}

export function lesserOf(a: string, b: string): string {
  return isMoreThan(a, b) ? b : a
}

/**
 * Converts an amount for APIs that require a number. Exact for two decimals
 * below 7·10^13.
 */
export function toWireNumber(amount: string): number {
  return Number(amount)
}
