import { z } from "zod"
import { CAPTURE_MODES, CHECKOUT_FLOWS } from "../../../ledger"
import { CHAINS, chainSchema, stablecoinSchema } from "../../../gateway"
import {
  replacedSecretsSchema,
  webhookSecretsSchema,
} from "./webhook-secret-options"

const DAY_IN_SECONDS = 24 * 60 * 60

/** Late money may come for so long, however short webhooks are kept. */
export const LATE_MONEY_SECONDS = 90 * DAY_IN_SECONDS

/** What browsers would read as one too, such as `https:shop.example`, is no address to copy. */
const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
    error: "must be an http(s) URL",
  })

export function hasUserInfo({ username, password }: URL): boolean {
  return username !== "" || password !== ""
}

/** An address that paths are added to, as it is parsed; a trailing slash makes no difference. */
export const addressSchema = httpUrl
  .refine((url) => !/[?#]/.test(url), { error: "must have no query" })
  .transform((url) => {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`.replace(/\/+$/, "")
  })

/** Given to the gateway and to buyers, and shown: it must hold nothing secret. */
export const ownAddressSchema = httpUrl
  .refine((url) => !URL.canParse(url) || !hasUserInfo(new URL(url)), {
    error: "must not contain a user name or a password",
  })
  .pipe(addressSchema)

export const originSchema = httpUrl.transform((url) => new URL(url).origin)

/** `process.env.X` of an unset or empty variable counts as not given. */
function given<T extends z.ZodType<unknown, string>>(schema: T) {
  return z
    .string()
    .optional()
    .transform((text) => text || undefined)
    .pipe(schema.optional())
}
const textSchema = given(z.string())
/** Texts of the environment: those that are not set are left out. */
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

/** A URL of the storefront, with `{session_id}` and `{cart_id}` filled in at start. */
export const templateSchema = httpUrl

const keySchema = z
  .string()
  .refine((key) => Buffer.from(key, "base64").length === 32, {
    error:
      "must be 32 bytes in base64, such as `openssl rand -base64 32` prints",
  })

/** All but the rails. Unknown keys are dropped: Medusa adds its own `database` to the same object. */
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
  /** `order_first`: the order stands, unpaid, before the buyer leaves for the gateway's page. */
  checkoutFlow: z.enum(CHECKOUT_FLOWS).default("pay_first"),
  /** `manual`: what was paid is authorized, and the merchant captures it. */
  capture: z.enum(CAPTURE_MODES).default("automatic"),
  /** Seconds that a payment may stay open. */
  pendingTtl: z.number().int().min(300).default(DAY_IN_SECONDS),
  /** Payments of one payment collection that may be open at once: a buyer who changes rail or coin starts another. */
  maxOpenPayments: z.number().int().min(7).max(100).default(20),
  /** Payments that one client address may start in a minute; 0: any number. */
  maxStartsPerMinute: z.number().int().min(0).max(100_000).default(300),
  /** Seconds that webhooks are kept. */
  webhookRetention: z
    .number()
    .int()
    .min(DAY_IN_SECONDS)
    .default(90 * DAY_IN_SECONDS),
  /** Seconds that payments which ended without money are kept. Late money is expected for so long, and its credentials are kept. */
  unpaidPaymentRetention: z
    .number()
    .int()
    .min(LATE_MONEY_SECONDS)
    .default(LATE_MONEY_SECONDS),
  /** What the buyer reads on the gateway's page. */
  itemName: z.string().min(1).max(200).default("Order"),
})

/** Read on its own, so that no other mistake hides what was kept. */
export const encryptionKeysSchema = generalSchema.pick({ encryptionKeys: true })

/** As the merchant writes them in `medusa-config.ts`. */
export type StablecoinOptions = z.input<typeof generalSchema> & {
  hosted?: z.input<typeof hostedSchema>
  onchain?: z.input<typeof onchainSchema>
}
