import { AmountError, toExactDecimal } from "../ledger/money"

/**
 * Converts an amount of coins to base units of their contract, exactly:
 * "10.5" with 6 decimals is 10500000n.
 *
 * @param amount decimal string
 * @throws AmountError if it is negative, or has more digits than the coin
 */
export function toBaseUnits(amount: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = toExactDecimal(amount).split(".")
  const digits = fraction.replace(/0+$/, "")
  if (whole.startsWith("-") || digits.length > decimals) {
    throw new AmountError(amount)
  }
  return BigInt(whole + digits.padEnd(decimals, "0"))
}

/** Converts base units to a decimal: 10500000n with 6 decimals is "10.50". */
export function fromBaseUnits(units: bigint, decimals: number): string {
  return toExactDecimal(`${units}e-${decimals}`)
}
