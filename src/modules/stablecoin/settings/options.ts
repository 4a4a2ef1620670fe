import type { z } from "zod"
import type { Chain } from "../../../gateway"
import type { SettingOptions } from "../../../settings"
import type { BlockchainOptions } from "./blockchain-options"
import type { chainsSchema } from "./chains"
import type {
  replacedSecretsSchema,
  webhookSecretsSchema,
} from "./webhook-secret-options"

/** Credentials of any rail. */
type CredentialsOptions = {
  baseUrl?: string
  clientId?: string
  clientSecret?: string
}

/** The plugin's options in `medusa-config.ts`. */
export type StablecoinOptions = SettingOptions & {
  /** Keys for secrets at rest, in base64. The first encrypts. */
  encryptionKeys?: (string | undefined)[]
  hosted?: CredentialsOptions & {
    previousClientSecrets?: z.input<typeof replacedSecretsSchema>
  }
  onchain?: CredentialsOptions & {
    webhookSecrets?: z.input<typeof webhookSecretsSchema>
    chains?: z.input<typeof chainsSchema>
    defaultChain?: Chain
  }
  /** How the plugin reads the chains of the onchain rail. */
  blockchain?: BlockchainOptions
}
