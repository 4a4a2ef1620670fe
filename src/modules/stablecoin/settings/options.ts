import { z } from "zod"
import { CAPTURE_MODES, CHECKOUT_FLOWS } from "../../../ledger"
import { CHAINS, chainSchema, stablecoinSchema } from "../../../gateway"
import {
  replacedSecretsSchema,
  webhookSecretsSchema,
} from "./webhook-secret-options"

const DAY_IN_SECONDS = 24 * 60 * 60

/**
 * Period in which late money is expected, independent of the webhook retention.
 */
export const LATE_MONEY_SECONDS = 90 * DAY_IN_SECONDS

/**
 * Rejects URLs that only a lenient parser accepts, such as
 * `https:shop.example`.
 */
const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
    error: "must be an http(s) URL",
  })

export function hasUserInfo({ username, password }: URL): boolean {
  return username !== "" || password !== ""
}

/** Base address for paths, normalized and without a trailing slash. */
export const addressSchema = httpUrl
  .refine((url) => !/[?#]/.test(url), { error: "must have no query" })
  .transform((url) => {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`.replace(/\/+$/, "")
  })

/**
 * Our own address. The gateway, buyers and admins see it, so it must not
 * contain a secret.
 */
export const ownAddressSchema = httpUrl
  .refine((url) => !URL.canParse(url) || !hasUserInfo(new URL(url)), {
    error: "must not contain a user name or a password",
  })
  .pipe(addressSchema)

export const originSchema = httpUrl.transform((url) => new URL(url).origin)

/** Treats `process.env.X` of an unset or empty variable as missing. */
function given<T extends z.ZodType<unknown, string>>(schema: T) {
  return z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .pipe(schema.optional())
}
const textSchema = given(z.string())
/** Drops unset environment variables from a list. */
const textsSchema = z
  .array(z.string().optional())
  .transform((texts) => texts.flatMap((text) => text || []))
const credentialsSchema = z.object({
  baseUrl: given(addressSchema),
  clientId: textSchema,
  clientSecret: textSchema,
})

export const hostedSchema = credentialsSchema.extend({
  previousClientSecrets: replacedSecretsSchema,
})

export const onchainSchema = credentialsSchema
  .extend({
    webhookSecrets: webhookSecretsSchema,
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

/**
 * A storefront URL whose `{session_id}` and `{cart_id}` are filled in at start.
 */
export const templateSchema = httpUrl

const keySchema = z
  .string()
  .refine((key) => Buffer.from(key, "base64").length === 32, {
    error:
      "must be 32 bytes in base64, such as `openssl rand -base64 32` prints",
  })

/**
 * All options except the rails. Drops unknown keys, since Medusa adds its own
 * `database` to the same object.
 */
export const generalSchema = z.object({
  backendUrl: given(ownAddressSchema),
  encryptionKeys: textsSchema.pipe(z.array(keySchema)).optional(),
  currencies: z
    .record(
      z.string().transform((code) => code.toLowerCase()),
      z.array(stablecoinSchema).min(1)
    )
    .default({ usd: ["USDT", "USDC"] }),
  storefrontUrls: textsSchema.pipe(z.array(originSchema)).optional(),
  successUrl: given(templateSchema),
  cancelUrl: given(templateSchema),
  /**
   * `order_first`: the unpaid order is placed before the buyer leaves for the
   * gateway's page.
   */
  checkoutFlow: z.enum(CHECKOUT_FLOWS).default("pay_first"),
  /** `manual`: paid payments are authorized, and the merchant captures them. */
  capture: z.enum(CAPTURE_MODES).default("automatic"),
  /** Seconds that a payment may stay open. */
  pendingTtl: z.number().int().min(300).default(DAY_IN_SECONDS),
  /**
   * Open payments that a payment collection may have at once. A buyer who
   * changes rail or coin starts another one.
   */
  maxOpenPayments: z.number().int().min(7).max(100).default(20),
  /** Payments that one client address may start per minute. 0: unlimited. */
  maxStartsPerMinute: z.number().int().min(0).max(100_000).default(300),
  /** Seconds that webhooks are kept. */
  webhookRetention: z
    .number()
    .int()
    .min(DAY_IN_SECONDS)
    .default(90 * DAY_IN_SECONDS),
  /**
   * Seconds that unpaid payments are kept after they ended. Late money is
   * expected for that long, so their credentials are kept too.
   */
  unpaidPaymentRetention: z
    .number()
    .int()
    .min(LATE_MONEY_SECONDS)
    .default(LATE_MONEY_SECONDS),
  /** Item name on the gateway's page. */
  itemName: z.string().min(1).max(200).default("Order"),
})

/**
 * Parsed separately, so that another invalid option does not make stored
 * secrets unreadable.
 */
export const encryptionKeysSchema = generalSchema.pick({ encryptionKeys: true })

/** The plugin's options in `medusa-config.ts`. */
export type StablecoinOptions = z.input<typeof generalSchema> & {
  hosted?: z.input<typeof hostedSchema>
  onchain?: z.input<typeof onchainSchema>
}
