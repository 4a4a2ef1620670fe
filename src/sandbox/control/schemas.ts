import { z } from "zod"
import {
  addressSchema,
  chainSchema,
  stablecoinSchema,
} from "../../gateway/schemas"

const api = z.enum(["merchant", "business"]).optional()

export const targetSchema = z.union(
  [
    z.strictObject({ orderNo: z.string().min(1), api }),
    z.strictObject({ token: z.string().min(1), api }),
    z.strictObject({ orderId: z.uuid(), api }),
    z.strictObject({ transactionId: z.uuid(), api }),
  ],
  "must be one of { orderNo }, { token }, { orderId }, { transactionId }"
)

export const actionSchema = z.strictObject({ target: targetSchema })

export const paySchema = z.strictObject({
  target: targetSchema,
  method: z.string().optional(),
})

export const triggerSchema = z.strictObject({
  event: z.string().min(1),
  target: targetSchema,
  overrides: z.record(z.string(), z.unknown()).optional(),
})

export const rotateSchema = z.strictObject({
  which: z.enum(["hosted", "onchain", "webhook"]),
})

export const tokensSchema = z.strictObject({
  /** Seconds for tokens issued from now on. */
  lifetime: z.number().positive().optional(),
  /** True expires every token that was issued so far. */
  expire: z.boolean().optional(),
})

export const endpointSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  events: z.array(z.string()).optional(),
  secret: z.string().min(1).optional(),
})

export const accountSchema = z.strictObject({
  name: z.string().optional(),
  mode: z.enum(["sandbox", "live"]).optional(),
})

const amount = z
  .string()
  .regex(/^\d+(\.\d{1,6})?$/, "must be a decimal string such as 10.50")

export const faucetSchema = z.strictObject({
  chain: chainSchema,
  currency: stablecoinSchema,
  to: addressSchema,
  amount,
})

export const transferSchema = z.strictObject({
  ...faucetSchema.shape,
  from: addressSchema,
  /** True: the transfer is on the chain but reverted. */
  fail: z.boolean().optional(),
})

export const balanceSchema = z.strictObject({
  chain: chainSchema,
  currency: stablecoinSchema,
  address: addressSchema,
})

export const requestFilterSchema = z.strictObject({
  api,
  endpoint: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
})
