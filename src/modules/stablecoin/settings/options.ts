import { z } from "zod"
import { chainSchema } from "../../../gateway"
import {
  type EffectiveOptions,
  type SettingOptions,
  SETTINGS,
} from "../../../settings"
import type { BlockchainOptions } from "./blockchain-options"
import { ALL_COINS, coinsByChainSchema } from "./chains"
import {
  addressSchema,
  clientIdSchema,
  given,
  schemasOf,
  writtenText,
  writtenTexts,
} from "./values"
import {
  replacedSecretsSchema,
  webhookSecretsSchema,
} from "./webhook-secret-options"

/** Credentials of any rail. */
export const credentialsSchema = z.object({
  baseUrl: given(addressSchema),
  clientId: given(clientIdSchema),
  clientSecret: writtenText,
})

export const hostedSchema = credentialsSchema.extend({
  previousClientSecrets: replacedSecretsSchema,
})

export const onchainSchema = credentialsSchema
  .extend({
    webhookSecrets: webhookSecretsSchema,
    chains: coinsByChainSchema.default(ALL_COINS),
    defaultChain: chainSchema.optional(),
  })
  .refine(
    ({ chains, defaultChain }) => !defaultChain || defaultChain in chains,
    { path: ["defaultChain"], error: "must be one of onchain.chains" }
  )

const keySchema = z
  .string()
  .refine((key) => Buffer.from(key, "base64").length === 32, {
    error:
      "must be 32 bytes in base64, such as `openssl rand -base64 32` prints",
  })

const encryptionKeys = writtenTexts.pipe(z.array(keySchema)).optional()

/**
 * Parsed separately, so that another invalid option does not make stored
 * secrets unreadable.
 */
export const encryptionKeysSchema = z.object({ encryptionKeys })

type DeclaredShape = {
  [Option in keyof EffectiveOptions]-?: z.ZodType<EffectiveOptions[Option]>
}

// The type of each value follows from the kind of its declaration.
const declaredShape = Object.fromEntries(
  SETTINGS.map((setting) => [setting.option, schemasOf(setting).reads])
) as DeclaredShape

/**
 * All options except the rails. Drops unknown keys, since Medusa adds its own
 * `database` to the same object.
 */
export const generalSchema = z.object({ ...declaredShape, encryptionKeys })

/** The plugin's options in `medusa-config.ts`. */
export type StablecoinOptions = SettingOptions &
  z.input<typeof encryptionKeysSchema> & {
    hosted?: z.input<typeof hostedSchema>
    onchain?: z.input<typeof onchainSchema>
    /** How the plugin reads the chains of the onchain rail. */
    blockchain?: BlockchainOptions
  }
