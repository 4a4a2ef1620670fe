import { z } from "zod"
import { addressSchema, chainSchema, txHashSchema } from "../../gateway/schemas"
import { strict } from "../parse"

const api = z.enum(["merchant", "business"]).optional()

const amount = z
  .string()
  .regex(/^\d+(\.\d{1,36})?$/, "must be a decimal string such as 10.50")

/** Name of a coin, or the address of its contract. */
const currency = z.string().min(1)

const targetSchema = z.union(
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
  currency: currency.optional(),
  txHash: txHashSchema.optional(),
  confirm: z.boolean().optional(),
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
  currency,
  to: addressSchema,
  amount,
})

const fromTo = { ...faucetSchema.shape, from: addressSchema }

export const transferSchema = strict({
  ...fromTo,
  /** Absent: the built-in wallet. */
  from: addressSchema.optional(),
  /** True: the transfer is on the chain but reverted. */
  fail: z.boolean().optional(),
})

export const emittedSchema = strict(fromTo)

export const batchSchema = strict({ transfers: z.array(strict(fromTo)).min(1) })

export const tokenSchema = strict({
  chain: chainSchema,
  symbol: z.string(),
  decimals: z.number().optional(),
})

export const mineSchema = strict({
  chain: chainSchema,
  blocks: z.number().optional(),
})

export const reorgSchema = strict({
  chain: chainSchema,
  depth: z.number().default(1),
  /** True: the transactions are mined again. */
  keep: z.boolean().optional(),
})

export const finalitySchema = strict({ chain: chainSchema, depth: z.number() })

export const balanceSchema = strict({
  chain: chainSchema,
  currency,
  address: addressSchema,
})

export const requestFilterSchema = strict({
  api: z.enum(["merchant", "business", "rpc"]).optional(),
  endpoint: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
})
