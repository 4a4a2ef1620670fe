import { z } from "zod"
import {
  addressSchema,
  chainSchema,
  dateTimeSchema,
  metadataSchema,
  pageUrlSchema,
  referenceSchema,
  stablecoinSchema,
  tolerant,
  txHashSchema,
  wireAmountSchema,
} from "./common"

/** Schemas of the Business Order API (rail `onchain`). */

/** UUID of any version and variant, since the contract names none. */
export const orderIdSchema = z.guid()

/** Body of POST /api/v1/auth/verify. */
export const businessVerifyRequestSchema = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

/** Envelope of every response; `status` is `true` on success. */
export const businessEnvelopeSchema = z.looseObject({
  status: z.unknown(),
  message: z.string().optional(),
  data: z.unknown().optional(),
})

export const businessTokenSchema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
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

/**
 * `payment` of a paid order. Chain and hash are strict if present. Any other
 * value than an object, such as PHP's empty list, is treated as absent.
 */
export const orderPaymentSchema = z.preprocess(
  (value) => (isObject(value) ? value : undefined),
  z
    .looseObject({
      reference: tolerant(referenceSchema),
      net_amount: tolerant(wireAmountSchema),
      chain: z.string().nullish(),
      tx_hash: txHashSchema.nullish(),
    })
    .optional()
)

/** `data` of a created order: strict in the fields that are needed. */
export const orderSchema = z.looseObject({
  order_id: orderIdSchema,
  order_no: tolerant(z.string()),
  amount: tolerant(wireAmountSchema),
  currency: tolerant(z.string()),
  chain: tolerant(z.string()),
  destination_address: tolerant(z.string()),
  status: tolerant(z.string()),
  mode: z.string(),
  description: tolerant(z.string()),
  checkout_url: pageUrlSchema,
  checkout_token: z.string().min(1),
  created_at: tolerant(dateTimeSchema),
})

/** `data` of a read order. It has no `order_no` and no URLs. */
export const orderStateSchema = z.looseObject({
  order_id: tolerant(referenceSchema),
  status: z.string(),
})

/** `data` of a cancelled order. */
export const cancelledOrderSchema = z.looseObject({
  order_id: z.string().min(1),
  status: z.string(),
  currency: tolerant(z.string()),
  chain: tolerant(z.string()),
})

/** `data` of GET /api/v2/business/checkout/{checkout_token}. */
export const checkoutViewSchema = z.looseObject({
  order_id: orderIdSchema,
  amount: wireAmountSchema,
  currency: z.string(),
  chain: z.string(),
  destination_address: z.string(),
  status: z.string(),
  checkout_url: pageUrlSchema,
  checkout_app_url: z.string(),
  merchant: z.string(),
})

/** Body of POST /api/v2/business/checkout/{checkout_token}/confirm. */
export const confirmRequestSchema = z.object({
  tx_hash: txHashSchema,
  chain: chainSchema,
  sender_address: addressSchema,
})

/** `data` of a confirmation. */
export const confirmationSchema = z.looseObject({
  order_id: orderIdSchema,
  order_status: z.string(),
  reference: z.string(),
  amount: wireAmountSchema,
  currency: z.string(),
  chain: z.string(),
  tx_hash: z.string(),
  paid_at: dateTimeSchema,
})

export const BUSINESS_EVENTS = [
  "payment_order.created",
  "payment_order.paid",
  "payment_order.cancelled",
] as const

/** Envelope of every onchain webhook. The contract shows paid `data` only. */
export const businessWebhookEnvelopeSchema = z.looseObject({
  event: z.string().min(1),
  data: z.looseObject({
    order_id: z.string().nullish(),
    order_no: z.string().nullish(),
    metadata: metadataSchema.nullish(),
  }),
  sent_at: z.string().optional(),
})

/** Paid order, in `data` of `payment_order.paid` or of a read order. */
export const paidOrderSchema = z.looseObject({
  order_id: referenceSchema,
  amount: wireAmountSchema,
  currency: z.string().min(1),
  chain: z.string().min(1),
  status: z.literal("paid"),
  mode: tolerant(referenceSchema),
  paid_at: tolerant(dateTimeSchema),
  payment: orderPaymentSchema,
})

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export type CreateOrderRequest = z.infer<typeof createOrderRequestSchema>
export type Order = z.infer<typeof orderSchema>
export type OrderPayment = z.infer<typeof orderPaymentSchema>
export type CancelledOrder = z.infer<typeof cancelledOrderSchema>
export type CheckoutView = z.infer<typeof checkoutViewSchema>
export type Confirmation = z.infer<typeof confirmationSchema>
export type BusinessToken = z.infer<typeof businessTokenSchema>
export type BusinessWebhookEnvelope = z.infer<
  typeof businessWebhookEnvelopeSchema
>
