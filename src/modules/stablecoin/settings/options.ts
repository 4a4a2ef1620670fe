import type { z } from "zod"
import type { Chain } from "../../../gateway"
import type { PricingOptions, SettingOptions } from "../../../settings"
import type { ReplacedSecret } from "./account-options"
import type { BlockchainOptions } from "./blockchain"
import type { chainsSchema } from "./chains"

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
    previousClientSecrets?: ReplacedSecret[]
  }
  onchain?: CredentialsOptions & {
    webhookSecrets?: (string | undefined | ReplacedSecret)[]
    chains?: z.input<typeof chainsSchema>
    defaultChain?: Chain
  }
  /** How carts in other currencies than the dollar are priced. */
  pricing?: PricingOptions
  /** How the plugin reads the chains of the onchain rail. */
  blockchain?: BlockchainOptions
}
