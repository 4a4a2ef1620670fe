import { z } from "zod"
import {
  accessTokenSchema,
  addressSchema,
  amountSchema,
  chainSchema,
  dateTimeSchema,
  metadataSchema,
  pageUrlSchema,
  referenceSchema,
  stablecoinSchema,
  tolerant,
  txHashSchema,
} from "./common"

/** Schemas of the Business Order API (rail `onchain`). */

/** UUID of any version and variant, since the contract names none. */
export const orderIdSchema = z.guid()

/** Body of POST /api/v1/auth/verify. */
export const businessVerifyRequestSchema = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

export const businessTokenSchema = z.object({
  access_token: accessTokenSchema,
  mode: z.string().optional(),
  expires_at: dateTimeSchema,
})

/** Body of POST /api/v1/transactions. */
export const createOrderRequestSchema = z.object({
  amount: z.number().positive(),
  currency: stablecoinSchema,
  chain: chainSchema,
  order_no: z.string().optional(),
  description: z.string().optional(),
  success_url: z.url().optional(),
  cancel_url: z.url().optional(),
  webhook_url: z.url().optional(),
  metadata: metadataSchema.optional(),
})

/** `payment` of a paid order. It always names its transfer. */
const orderPaymentSchema = z.looseObject({
  reference: tolerant(referenceSchema),
  net_amount: tolerant(amountSchema),
  chain: z.string().nullish(),
  tx_hash: txHashSchema,
})

/** The needed part of a created order's `data`. */
export const orderSchema = z.object({
  order_id: orderIdSchema,
  destination_address: tolerant(z.string()),
  mode: z.string(),
  checkout_url: pageUrlSchema,
  checkout_token: z.string().min(1),
})

/** `data` of a read order. It has no `order_no` and no URLs. */
export const orderStateSchema = z.looseObject({
  order_id: tolerant(referenceSchema),
  status: z.string(),
})

/** `data` of a cancelled order. */
export const cancelledOrderSchema = z.object({
  order_id: z.string().min(1),
  status: z.string(),
})

/** Body of POST /api/v2/business/checkout/{checkout_token}/confirm. */
export const confirmRequestSchema = z.object({
  tx_hash: txHashSchema,
  chain: chainSchema,
  sender_address: addressSchema,
})

/** Paid order, in `data` of `payment_order.paid` or of a read order. */
export const paidOrderSchema = z.looseObject({
  order_id: referenceSchema,
  amount: amountSchema,
  currency: z.string().min(1),
  chain: z.string().min(1),
  status: z.literal("paid"),
  mode: tolerant(referenceSchema),
  paid_at: tolerant(dateTimeSchema),
  payment: orderPaymentSchema,
})

export type Order = z.infer<typeof orderSchema>
export type CancelledOrder = z.infer<typeof cancelledOrderSchema>
