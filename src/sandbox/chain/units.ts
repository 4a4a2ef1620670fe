import { toExactDecimal } from "../../ledger/money"
import { SandboxError } from "../sandbox-error"

/** Decimals of USDT and USDC, the same on every network of this chain. */
export const COIN_DECIMALS = 6

/**
 * Base units (millionths) of an amount of coins: "10.5" → 10500000n.
 *
 * @throws SandboxError if it has more than six fraction digits or is negative
 */
export function toBaseUnits(amount: string): bigint {
  const [whole = "", fraction = ""] = toExactDecimal(amount).split(".")
  if (fraction.length > COIN_DECIMALS || whole.startsWith("-")) {
    throw new SandboxError(
      `${amount} is not an amount of coins: it must be positive, with at most ${COIN_DECIMALS} fraction digits.`
    )
  }
  return BigInt(whole + fraction.padEnd(COIN_DECIMALS, "0"))
}

/** The decimal string of base units: 10500000n → "10.50". */
export function fromBaseUnits(units: bigint): string {
  const digits = units.toString().padStart(COIN_DECIMALS + 1, "0")
  const point = digits.length - COIN_DECIMALS
  return toExactDecimal(`${digits.slice(0, point)}.${digits.slice(point)}`)
}
