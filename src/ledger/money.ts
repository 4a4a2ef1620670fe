/**
 * Money arithmetic. Amounts are decimal strings outside ("10.50") and whole
 * minor units (`bigint`, hundredths) inside. They are compared exactly and
 * rounded once.
 */

/** Decimal places of every amount of the gateway and the ledger. */
export const FRACTION_DIGITS = 2

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Thrown for an amount that is not a decimal number. */
export class AmountError extends Error {
  override readonly name = "AmountError"

  constructor(value: unknown) {
    super(`${JSON.stringify(value)} is not a decimal amount such as "10.50".`)
  }
}

/** The number `units` · 10^-`scale`. */
type Decimal = { units: bigint; scale: number }

function parse(value: string | number): Decimal {
  const text = String(value).trim()
  const match = DECIMAL.exec(text)
  // A larger exponent is not an amount of money, but would cost memory.
  if (!match || Math.abs(Number(match[3] ?? 0)) > 60 || text.length > 120) {
    throw new AmountError(value)
  }
  const [, whole = "", fraction = "", exponent = "0"] = match
  return {
    units: BigInt(whole + fraction),
    scale: fraction.length - Number(exponent),
  }
}

/** Rounds to a scale, half up, away from zero. */
function unitsAt({ units, scale }: Decimal, to: number): bigint {
  if (to >= scale) {
    return units * 10n ** BigInt(to - scale)
  }
  const divisor = 10n ** BigInt(scale - to)
  return (units + (units < 0n ? -divisor : divisor) / 2n) / divisor
}

/** Formats in plain notation with at least two decimals, without rounding. */
function format(decimal: Decimal): string {
  const scale = Math.max(decimal.scale, FRACTION_DIGITS)
  const units = unitsAt(decimal, scale)
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0")
  const point = digits.length - scale
  const fraction = digits.slice(point).replace(/^(\d\d.*?)0+$/, "$1")
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}.${fraction}`
}

function minus(a: string | number, b: string | number): Decimal {
  const [left, right] = [parse(a), parse(b)]
  const scale = Math.max(left.scale, right.scale)
  return { units: unitsAt(left, scale) - unitsAt(right, scale), scale }
}

/**
 * Converts a decimal to whole minor units (hundredths). More than two decimals
 * are rounded half up, away from zero.
 *
 * @param value a decimal string or a finite number, such as "10.5" or 10.5
 * @throws AmountError if it is neither
 */
export function toMinorUnits(value: string | number): bigint {
  return unitsAt(parse(value), FRACTION_DIGITS)
}

/** Formats whole minor units as a decimal with two digits: 1050n → "10.50". */
export function fromMinorUnits(units: bigint): string {
  return format({ units, scale: FRACTION_DIGITS })
}

/** Rounds a decimal half up to exactly two digits: "10.005" → "10.01". */
export function toAmount(value: string | number): string {
  return fromMinorUnits(toMinorUnits(value))
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
  return minus(a, b).units === 0n
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
  return format(minus(a, b))
}

/** Adds decimals exactly; "0.00" for none. */
export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce(
    (sum, each) => differenceOf(sum, differenceOf("0", each)),
    "0.00"
  )
}

/** Whether a decimal exceeds another, exactly: 10.001 exceeds 10. */
export function isMoreThan(a: string | number, b: string | number): boolean {
  return minus(a, b).units > 0n
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
