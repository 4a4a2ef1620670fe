import { z } from "zod"
import { exactAmountSchema } from "./exact-amount"
import { readPaidOrder } from "./paid-order"
import {
  businessTokenSchema,
  merchantTokenSchema,
  orderSchema,
  orderStateSchema,
  tolerant,
  transactionSchema,
} from "./schemas"
import type { PaidReport } from "./webhook-report"

/**
 * The wire's answers as the clients hand them on: every amount is a decimal
 * string with at least two digits and nothing rounded away.
 */

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
  amount: tolerant(exactAmountSchema),
})

export const orderAnswerSchema = orderSchema.extend({
  amount: tolerant(exactAmountSchema),
})

/** A read order. A paid one carries its payment, or why that can't be believed. */
export type OrderState = {
  order_id?: string
  status: string
  paid?: PaidReport
  malformed?: string
}

/** Only an order that says `paid` has to say more than its id and status. */
export const orderStateAnswerSchema = orderStateSchema
  .refine(({ order_id, status }) => order_id || status === "paid", {
    path: ["order_id"],
    message: "is missing",
  })
  .transform((order): OrderState => {
    const { order_id, status } = order
    return {
      ...(order_id ? { order_id } : {}),
      status,
      ...(status === "paid" ? readPaidOrder(order) : {}),
    }
  })

/** A created transaction; `amount` is an exact decimal string. */
export type Transaction = z.infer<typeof transactionAnswerSchema>
/** A created order; `amount` is an exact decimal string. */
export type Order = z.infer<typeof orderAnswerSchema>
