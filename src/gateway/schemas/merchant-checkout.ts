import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"
import {
  accessTokenSchema,
  amountSchema,
  appLinkSchema,
  dateTimeSchema,
  metadataSchema,
  pageUrlSchema,
  referenceSchema,
  tolerant,
} from "./common"

/**
 * Schemas of the Merchant Checkout API (rail `hosted`). Fields that are not
 * needed are dropped, and those that only some variants of the contract have are
 * optional.
 */

/** Body of POST /merchant/api/verify. */
export const merchantVerifyRequestSchema = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

export const merchantTokenSchema = z.object({
  access_token: accessTokenSchema,
})

/** Currencies of a listing, and checkout methods of a currency. */
const MAX_LISTED = 100

const checkoutMethodSchema = z.object({
  key: z.string(),
  display_name: z.string(),
  behavior: z.string(),
  is_default: z.boolean(),
})

const merchantCurrencySchema = z
  .object({
    code: z.string(),
    name: z.string(),
    symbol: z.string(),
    is_default: z.boolean(),
    checkout_methods: boundedArray(checkoutMethodSchema, MAX_LISTED),
  })
  .transform(({ checkout_methods: methods, ...currency }) => ({
    ...currency,
    methods,
  }))

export const merchantCurrenciesSchema = z.object({
  currencies: boundedArray(merchantCurrencySchema, MAX_LISTED),
})

/** Body of POST /merchant/api/transaction-info. */
export const createTransactionRequestSchema = z.object({
  amount: z.number().positive(),
  currency: z.string().min(1),
  successUrl: z.url(),
  cancelUrl: z.url(),
  order_no: z.string().optional(),
  item_name: z.string().optional(),
  webhook_url: z.url().optional(),
  metadata: metadataSchema.optional(),
})

/** The needed part of a created transaction's `data`. */
export const transactionSchema = z.object({
  approvedUrl: pageUrlSchema,
  appUrl: appLinkSchema.catch(undefined),
  intentUrl: appLinkSchema.catch(undefined),
  checkout_token: z.string().min(1),
})

/** Payload of `payment.success`: strict in the fields that decide. */
export const merchantPaidPayloadSchema = z.object({
  transaction_id: referenceSchema,
  amount: amountSchema,
  currency: z.string().min(1),
  status: z.literal("success"),
  timestamp: tolerant(dateTimeSchema),
})

/** Currency of the hosted checkout, and its payment methods. */
export type GatewayCurrency = z.infer<typeof merchantCurrencySchema>
export type Transaction = z.infer<typeof transactionSchema>
export type CheckoutMethod = z.infer<typeof checkoutMethodSchema>
