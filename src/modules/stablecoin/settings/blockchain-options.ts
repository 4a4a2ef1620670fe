import { z } from "zod"
import { STABLECOINS, type Stablecoin } from "../../../gateway"
import { FINALITY_TAGS } from "../../../blockchain/chain-reader"
import { PROOF_MODES } from "../../../ledger"
import { perChain } from "./chains"
import { bareUrl } from "./values"

const MOST_CONFIRMATIONS = 10_000
const MOST_DECIMALS = 36

const finalitySchema = z.union([
  z.enum(FINALITY_TAGS),
  z.int().min(1).max(MOST_CONFIRMATIONS),
])

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
  .pipe(z.array(bareUrl))

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

/**
 * The option `blockchain` in `medusa-config.ts`. Without an endpoint, no chain is
 * read, and none of the others has an effect.
 */
export const blockchainSchema = z.object({
  proof: z.enum(PROOF_MODES).default("observe"),
  /** The last block that can't be replaced, of all chains or of each. */
  finality: z
    .union([finalitySchema, perChain(finalitySchema)], {
      error: `must be "finalized", "safe", a number of confirmations between 1 and ${MOST_CONFIRMATIONS}, or an object with one of them per network`,
    })
    .default("finalized"),
  rpcUrls: perChain(rpcUrlsSchema).default({}),
  tokens: perChain(tokensSchema).default({}),
})

export type BlockchainOptions = z.input<typeof blockchainSchema>
