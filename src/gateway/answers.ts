import { z } from "zod"
import { toExactDecimal } from "../ledger/money"
import {
  businessTokenSchema,
  merchantTokenSchema,
  orderPaymentSchema,
  orderSchema,
  orderStateSchema,
  transactionSchema,
  wireAmountSchema,
} from "./schemas"

/**
 * The wire's answers as the clients hand them on: every amount is a decimal
 * string with at least two digits and nothing rounded away.
 */

/** An amount of the wire as an exact decimal string: 10.5 → "10.50", 10.005 → "10.005". */
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

/** A token goes into a header, where anything else but visible ASCII is a fault. */
const accessTokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters")

export const merchantTokenAnswerSchema = merchantTokenSchema.extend({
  access_token: accessTokenSchema,
})

export const businessTokenAnswerSchema = businessTokenSchema.extend({
  access_token: accessTokenSchema,
})

export const transactionAnswerSchema = transactionSchema.extend({
  amount: exactAmountSchema,
  // An integer too long for a JavaScript number arrives as its digits.
  grant_id: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]),
})

const paymentAnswerSchema = orderPaymentSchema.extend({
  net_amount: exactAmountSchema,
})

export const orderAnswerSchema = orderSchema.extend({
  amount: exactAmountSchema,
  payment: paymentAnswerSchema.nullish(),
})

export const orderStateAnswerSchema = orderStateSchema.extend({
  amount: exactAmountSchema,
  payment: paymentAnswerSchema.nullish(),
})

/** A created transaction; `amount` is an exact decimal string. */
export type Transaction = z.infer<typeof transactionAnswerSchema>
/** A created order; amounts are exact decimal strings. */
export type Order = z.infer<typeof orderAnswerSchema>
/** A read order; amounts are exact decimal strings. */
export type OrderState = z.infer<typeof orderStateAnswerSchema>
