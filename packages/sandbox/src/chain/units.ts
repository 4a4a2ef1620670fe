import { toExactDecimal } from "../../../../src/ledger/money"
import { SandboxError } from "../sandbox-error"

/**
 * Base units of an amount of coins: "10.5" with 6 decimals → 10500000n.
 *
 * @throws SandboxError if it has more fraction digits or is negative
 */
export function toBaseUnits(amount: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = toExactDecimal(amount).split(".")
  const digits = fraction.replace(/0+$/, "")
  if (digits.length > decimals || whole.startsWith("-")) {
    throw new SandboxError(
      `${amount} is not an amount of coins: it must be positive, with at most ${decimals} fraction digits.`
    )
  }
  return BigInt(whole + digits.padEnd(decimals, "0"))
}

/** The decimal string of base units: 10500000n with 6 decimals → "10.50". */
export function fromBaseUnits(units: bigint, decimals: number): string {
  return toExactDecimal(`${units}e-${decimals}`)
}
