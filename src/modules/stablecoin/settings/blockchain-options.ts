import { z } from "zod"
import { STABLECOINS, type Stablecoin } from "../../../gateway"
import {
  BLOCKCHAIN_SETTINGS,
  type EffectiveBlockchainOptions,
} from "../../../settings"
import { perChain } from "./by-chain"
import { schemasOf } from "./value-schemas"
import { httpUrl } from "./urls"

const MOST_DECIMALS = 36

/**
 * One URL or several. Unset environment variables and repetitions are dropped.
 * The URLs may contain keys.
 */
export const rpcUrlsSchema = z
  .union([z.string(), z.array(z.string().optional())], {
    error: "must be a URL, or a list of URLs",
  })
  .transform((urls) => {
    const list = typeof urls === "string" ? [urls] : urls
    return [...new Set(list.flatMap((url) => url?.trim() || []))]
  })
  .pipe(z.array(httpUrl))

const tokenSchema = z.object({
  address: z
    .string()
    .regex(/^0x[0-9a-f]{40}$/i, "must be 0x followed by 40 hex characters"),
  decimals: z.int().min(0).max(MOST_DECIMALS),
})

const tokensSchema = z.strictObject(
  Object.fromEntries(
    STABLECOINS.map((coin) => [coin, tokenSchema.optional()])
  ) as Record<Stablecoin, z.ZodOptional<typeof tokenSchema>>,
  { error: `must be an object with coins among ${STABLECOINS.join(", ")}` }
)

// The type of each value follows from the kind of its declaration.
const declaredShape = Object.fromEntries(
  BLOCKCHAIN_SETTINGS.map((setting) => [
    setting.option,
    schemasOf(setting).reads,
  ])
) as {
  [Option in keyof EffectiveBlockchainOptions]-?: z.ZodType<
    EffectiveBlockchainOptions[Option]
  >
}

/** The option `blockchain` in `medusa-config.ts`. */
export const blockchainSchema = z.object({
  ...declaredShape,
  rpcUrls: perChain(rpcUrlsSchema).default({}),
  tokens: perChain(tokensSchema).default({}),
})

export type BlockchainOptions = Partial<EffectiveBlockchainOptions> &
  Pick<z.input<typeof blockchainSchema>, "rpcUrls" | "tokens">
