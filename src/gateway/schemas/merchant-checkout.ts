import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"
import {
  appLinkSchema,
  dateTimeSchema,
  metadataSchema,
  pageUrlSchema,
  referenceSchema,
  tolerant,
  wireAmountSchema,
} from "./common"

/**
 * Schemas of the Merchant Checkout API (rail `hosted`). Responses are parsed
 * loosely: unknown fields are kept, and fields that only some variants of the
 * contract have are optional.
 */

/** Body of POST /merchant/api/verify. */
export const merchantVerifyRequestSchema = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
})

export const merchantTokenSchema = z.looseObject({
  access_token: z.string().min(1),
})

/** Currencies of a listing, and checkout methods of a currency. */
const MAX_LISTED = 100

const checkoutMethodSchema = z.looseObject({
  key: z.string(),
  display_name: z.string(),
  behavior: z.string(),
  is_default: z.boolean(),
})

const merchantCurrencySchema = z.looseObject({
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  is_default: z.boolean(),
  checkout_methods_count: z.number().int(),
  checkout_methods: boundedArray(checkoutMethodSchema, MAX_LISTED),
})

export const merchantCurrenciesSchema = z.looseObject({
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

/** `data` of a created transaction: strict in the fields that are needed. */
export const transactionSchema = z.looseObject({
  approvedUrl: pageUrlSchema,
  webUrl: tolerant(z.string()),
  appUrl: appLinkSchema.catch(undefined),
  intentUrl: appLinkSchema.catch(undefined),
  checkout_token: z.string().min(1),
  // An integer too long for a JavaScript number is a string of its digits.
  grant_id: tolerant(z.union([z.number(), z.string()])),
  token: tolerant(z.string()),
  amount: tolerant(wireAmountSchema),
  currency: tolerant(z.string()),
  order_no: tolerant(z.string()),
  item_name: tolerant(z.string()),
  status: tolerant(z.string()),
  payment_method: z.string().nullish().catch(undefined),
  metadata: tolerant(metadataSchema),
})

/** Payload of `payment.success`: strict in the fields that decide. */
export const merchantPaidPayloadSchema = z.looseObject({
  transaction_id: referenceSchema,
  amount: wireAmountSchema,
  currency: z.string().min(1),
  status: z.literal("success"),
  timestamp: tolerant(dateTimeSchema),
})

export type MerchantCurrency = z.infer<typeof merchantCurrencySchema>
export type CheckoutMethod = z.infer<typeof checkoutMethodSchema>
