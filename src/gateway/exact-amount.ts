import { z } from "zod"
import { toExactDecimal } from "../ledger/money"
import { wireAmountSchema } from "./schemas"

/**
 * Amount in a request or response as an exact decimal string: 10.5 → "10.50",
 * 10.005 → "10.005".
 */
export const exactAmountSchema = wireAmountSchema.transform(
  (amount, context) => {
    try {
      return toExactDecimal(amount)
    } catch {
      context.addIssue("must be a decimal such as 10.50")
      return z.NEVER
    }
  }
)
