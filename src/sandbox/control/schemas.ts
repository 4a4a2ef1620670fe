import { z } from "zod"
import {
  addressSchema,
  chainSchema,
  stablecoinSchema,
  txHashSchema,
} from "../../gateway/schemas"
import { strict } from "../parse"

const api = z.enum(["merchant", "business"]).optional()

const amount = z
  .string()
  .regex(/^\d+(\.\d{1,6})?$/, "must be a decimal string such as 10.50")

export const targetSchema = z.union(
  [
    strict({ orderNo: z.string().min(1), api }),
    strict({ token: z.string().min(1), api }),
    strict({ orderId: z.uuid(), api }),
    strict({ transactionId: z.uuid(), api }),
  ],
  "must be one of { orderNo }, { token }, { orderId }, { transactionId }"
)

export const actionSchema = strict({ target: targetSchema })

export const paySchema = strict({
  target: targetSchema,
  method: z.string().optional(),
  amount: amount.optional(),
  chain: chainSchema.optional(),
  txHash: txHashSchema.optional(),
})

export const triggerSchema = strict({
  event: z.string().min(1),
  target: targetSchema,
  overrides: z.record(z.string(), z.unknown()).optional(),
  /** True sends an event that the API does not have. */
  force: z.boolean().optional(),
})

export const rotateSchema = strict({
  which: z.enum(["hosted", "onchain", "webhook"]),
})

export const tokensSchema = strict({
  /** Seconds for tokens issued from now on. */
  lifetime: z.number().positive().optional(),
  /** True expires every token issued so far. */
  expire: z.boolean().optional(),
})

export const endpointSchema = strict({
  url: z.url({ protocol: /^https?$/ }),
  events: z.array(z.string()).optional(),
  secret: z.string().min(1).optional(),
})

export const accountSchema = strict({
  name: z.string().optional(),
  mode: z.enum(["sandbox", "live"]).optional(),
})

export const faucetSchema = strict({
  chain: chainSchema,
  currency: stablecoinSchema,
  to: addressSchema,
  amount,
})

export const transferSchema = strict({
  ...faucetSchema.shape,
  from: addressSchema,
  /** True: the transfer is on the chain but reverted. */
  fail: z.boolean().optional(),
})

export const balanceSchema = strict({
  chain: chainSchema,
  currency: stablecoinSchema,
  address: addressSchema,
})

export const requestFilterSchema = strict({
  api,
  endpoint: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
})
