import { MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import {
  toAmount,
  toExactDecimal,
  toMinorUnits,
  toWireNumber,
} from "../../ledger"
import { invalid } from "./errors"

/**
 * Converts an amount of Medusa's (a number, a string or `{ value, precision }`)
 * to an exact decimal string.
 */
export function fromMedusa(amount: BigNumberInput): string {
  return toExactDecimal(MathBN.convert(amount).toFixed())
}

/**
 * Returns the amount due at the gateway for a cart's amount: two decimals,
 * rounded half up. No other amount of a payment is rounded.
 *
 * @throws MedusaError (400) when nothing is due, or more than a JSON number
 *   represents exactly
 */
export function dueFor(cartAmount: string): string {
  const due = toAmount(cartAmount)
  if (toMinorUnits(due) <= 0n) {
    throw invalid(
      `An amount of ${cartAmount} can't be paid in stablecoins: it must be at least 0.01.`
    )
  }
  if (toAmount(toWireNumber(due)) !== due) {
    throw invalid(
      `An amount of ${cartAmount} is too large to be paid in stablecoins.`
    )
  }
  return due
}
