import { z } from "zod"
import { CHAINS, chainSchema, stablecoinSchema } from "../../gateway"

const DAY_IN_SECONDS = 24 * 60 * 60

/** An http(s) address; a trailing slash makes no difference. */
const addressSchema = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .transform((url) => url.replace(/\/+$/, ""))

const originSchema = z
  .url({ protocol: /^https?$/, error: "must be an http(s) origin" })
  .transform((url) => new URL(url).origin)

/** `process.env.X` of an unset or empty variable counts as not given. */
const emptySchema = z.literal("").transform(() => undefined)
const secretSchema = z.string().optional()
const secretsSchema = z
  .array(z.string())
  .transform((secrets) => secrets.filter((secret) => secret !== ""))

const hostedSchema = z.object({
  baseUrl: addressSchema.or(emptySchema).optional(),
  clientId: z.string().optional(),
  clientSecret: secretSchema,
  previousClientSecrets: secretsSchema.default([]),
})

const onchainSchema = z
  .object({
    baseUrl: addressSchema.or(emptySchema).optional(),
    clientId: z.string().optional(),
    clientSecret: secretSchema,
    webhookSecrets: secretsSchema.default([]),
    chains: z
      .array(chainSchema)
      .min(1)
      .default([...CHAINS]),
    defaultChain: chainSchema.optional(),
  })
  .refine(
    ({ chains, defaultChain }) =>
      !defaultChain || chains.includes(defaultChain),
    { path: ["defaultChain"], error: "must be one of onchain.chains" }
  )

/** A URL of the storefront, with `{session_id}` and `{cart_id}` filled in at start. */
const templateSchema = z
  .string()
  .refine((template) => URL.canParse(template), { error: "must be a URL" })

/**
 * What the plugin takes in `medusa-config.ts`. Unknown keys are dropped:
 * Medusa adds its own `database` to the same object.
 */
export const optionsSchema = z.object({
  backendUrl: addressSchema.or(emptySchema).optional(),
  encryptionKeys: z
    .array(
      z.string().refine((key) => Buffer.from(key, "base64").length === 32, {
        error:
          "must be 32 bytes in base64, such as `openssl rand -base64 32` prints",
      })
    )
    .optional(),
  hosted: hostedSchema.optional(),
  onchain: onchainSchema.optional(),
  currencies: z
    .record(
      z.string().transform((code) => code.toLowerCase()),
      z.array(stablecoinSchema).min(1)
    )
    .default({ usd: ["USDT", "USDC"] }),
  storefrontUrls: z.array(originSchema).optional(),
  successUrl: templateSchema.or(emptySchema).optional(),
  cancelUrl: templateSchema.or(emptySchema).optional(),
  /** `order_first` comes with a later version. */
  checkoutFlow: z.literal("pay_first").default("pay_first"),
  /** `manual` comes with a later version. */
  capture: z.literal("automatic").default("automatic"),
  /** Seconds that a payment may stay open. */
  pendingTtl: z.number().int().min(300).default(DAY_IN_SECONDS),
  /** Seconds that webhooks are kept. */
  deliveryRetention: z
    .number()
    .int()
    .min(DAY_IN_SECONDS)
    .default(90 * DAY_IN_SECONDS),
  /** What the buyer reads on the gateway's page. */
  itemName: z.string().min(1).max(200).default("Order"),
})

/** As the merchant writes them. */
export type StablecoinOptions = z.input<typeof optionsSchema>
export type ParsedOptions = z.output<typeof optionsSchema>
