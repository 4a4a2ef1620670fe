/**
 * Money arithmetic. Amounts are decimal strings outside ("10.50") and whole
 * minor units (`bigint`, hundredths) inside. They are compared exactly and
 * rounded once.
 */

/** Decimal places of every amount of the gateway and the ledger. */
export const FRACTION_DIGITS = 2

const DECIMAL = /^(-)?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Thrown for an amount that is not a decimal number. */
export class AmountError extends Error {
  override readonly name = "AmountError"

  constructor(value: unknown) {
    super(`${JSON.stringify(value)} is not a decimal amount such as "10.50".`)
  }
}

type Parsed = { negative: boolean; digits: string; scale: number }

/** Splits "-12.345" or "1.2e-7" into sign, digits and number of decimals. */
function parseDecimal(value: string | number): Parsed {
  const text = String(value).trim()
  const match = DECIMAL.exec(text)
  // A larger exponent is not an amount of money, but would cost memory.
  if (!match || Math.abs(Number(match[4] ?? 0)) > 60 || text.length > 120) {
    throw new AmountError(value)
  }
  const [, sign, whole = "", fraction = "", exponent = "0"] = match
  let digits = whole + fraction
  let scale = fraction.length - Number(exponent)
  if (scale < 0) {
    digits += "0".repeat(-scale)
    scale = 0
  }
  return { negative: sign === "-", digits, scale }
}

/**
 * Converts a decimal to whole minor units (hundredths). More than two decimals
 * are rounded half up, away from zero.
 *
 * @param value a decimal string or a finite number, such as "10.5" or 10.5
 * @throws AmountError if it is neither
 */
export function toMinorUnits(value: string | number): bigint {
  const { negative, digits, scale } = parseDecimal(value)
  const padded = digits.padStart(scale + 1, "0")
  const whole = padded.slice(0, padded.length - scale)
  const fraction = padded
    .slice(padded.length - scale)
    .padEnd(FRACTION_DIGITS + 1, "0")
  let units = BigInt(whole + fraction.slice(0, FRACTION_DIGITS))
  if (fraction.charCodeAt(FRACTION_DIGITS) >= "5".charCodeAt(0)) {
    units += 1n
  }
  return negative ? -units : units
}

/** Formats whole minor units as a decimal with two digits: 1050n → "10.50". */
export function fromMinorUnits(units: bigint): string {
  const negative = units < 0n
  const digits = String(negative ? -units : units).padStart(
    FRACTION_DIGITS + 1,
    "0"
  )
  const point = digits.length - FRACTION_DIGITS
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`
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
  const { negative, digits, scale } = parseDecimal(value)
  const padded = digits.padStart(scale + 1, "0")
  const whole = padded.slice(0, padded.length - scale).replace(/^0+(?=\d)/, "")
  const fraction = padded
    .slice(padded.length - scale)
    .replace(/0+$/, "")
    .padEnd(FRACTION_DIGITS, "0")
  const zero = /^0*$/.test(whole + fraction)
  return `${negative && !zero ? "-" : ""}${whole}.${fraction}`
}

/** Whether two decimals are equal: "10" and "10.00" are, "10.001" is not. */
export function isSameAmount(a: string | number, b: string | number): boolean {
  return toExactDecimal(a) === toExactDecimal(b)
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
  return combine(a, b, (left, right) => left - right)
}

function combine(
  a: string | number,
  b: string | number,
  units: (a: bigint, b: bigint) => bigint
): string {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const scale = Math.max(left.scale, right.scale)
  return toExactDecimal(
    `${units(unitsAt(left, scale), unitsAt(right, scale))}e-${scale}`
  )
}

/** Adds decimals exactly; "0.00" for none. */
export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce(
    (sum, each) => combine(sum, each, (a, b) => a + b),
    "0.00"
  )
}

/** Whether a decimal exceeds another, exactly: 10.001 exceeds 10. */
export function isMoreThan(a: string | number, b: string | number): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const scale = Math.max(left.scale, right.scale)
  return unitsAt(left, scale) > unitsAt(right, scale)
}

function unitsAt({ negative, digits, scale }: Parsed, to: number): bigint {
  const units = BigInt(digits + "0".repeat(to - scale))
  return negative ? -units : units
}

/**
 * Converts an amount for APIs that require a number. Exact for two decimals
 * below 7·10^13.
 */
export function toWireNumber(amount: string): number {
  return Number(amount)
}
