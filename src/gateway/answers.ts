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
 * Responses as the clients return them: every amount is an unrounded decimal
 * string with at least two digits.
 */

/** A token is sent in a header, so that only visible ASCII is valid. */
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

/** Order as read. A paid one has its payment, or why it can't be trusted. */
export type OrderState = {
  order_id?: string
  status: string
  paid?: PaidReport
  malformed?: string
}

/** Fields other than id and status are required only if the order is `paid`. */
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

/** Created transaction; `amount` is an exact decimal string. */
export type Transaction = z.infer<typeof transactionAnswerSchema>
/** Created order; `amount` is an exact decimal string. */
export type Order = z.infer<typeof orderAnswerSchema>
