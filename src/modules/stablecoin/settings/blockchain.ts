import { z } from "zod"
import { FINALITY_TAGS, type Finality } from "../../../blockchain/chain-reader"
import { isSameHex } from "../../../blockchain/coins"
import { type Network, NETWORKS } from "../../../blockchain/networks"
import {
  type Chain,
  chainSchema,
  STABLECOINS,
  type Stablecoin,
} from "../../../gateway"
import {
  type ChainPolicy,
  type Payment,
  PROOF_MODES,
  type ProofMode,
  RAIL_TRAITS,
  UNREAD,
} from "../../../ledger"
import { perChain } from "./chains"
import { fieldErrorsOf } from "./field-error"
import { IN_CONFIG, type Resolved, wrong } from "./resolve"
import type { Settings } from "./settings"
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
const rpcUrlsSchema = z
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

type Options = z.output<typeof blockchainSchema>

/** How a chain is read. */
type ChainAccess = {
  /** In the merchant's order. They may contain keys: quote hosts only. */
  urls: readonly string[]
  /** With the contracts that the merchant set. */
  network: Network
  finality: Finality
}

export type BlockchainSettings = {
  /** `off` where no chain is read. */
  proof: ProofMode
  /**
   * The chains that have an endpoint. Payments on the others are not proven,
   * whichever mode is set.
   */
  chains: Readonly<Partial<Record<Chain, ChainAccess>>>
}

/** Resolves the option `blockchain`. */
export function resolveBlockchain(
  written: unknown
): Resolved<BlockchainSettings> {
  const { data, error } = blockchainSchema.safeParse(written ?? {})
  if (error) {
    return wrong(fieldErrorsOf("blockchain", error), IN_CONFIG)
  }
  const read = NETWORKS.flatMap((network) => accessTo(network, data))
  const problems = read.flatMap(({ network }) => ambiguous(network))
  if (!read.length && data.proof === "require") {
    problems.push(NO_ENDPOINT)
  }
  const chains: BlockchainSettings["chains"] = Object.fromEntries(
    read.map((access) => [access.network.chain, access])
  )
  return problems.length
    ? { ok: false, problems }
    : { ok: true, value: { proof: read.length ? data.proof : "off", chains } }
}

const NO_ENDPOINT =
  'blockchain.rpcUrls is missing: blockchain.proof is "require", and no chain can be read. Set an endpoint for each network that you offer in medusa-config.ts.'

/** Access to a built-in network, if it has an endpoint. */
function accessTo(
  network: Network,
  { finality, rpcUrls, tokens }: Options
): ChainAccess[] {
  const chain = chainSchema.parse(network.chain)
  const urls = rpcUrls[chain] ?? []
  // A variable that is not set leaves the built-in contract.
  const own = Object.entries(tokens[chain] ?? {}).filter(([, token]) => token)
  const contracts = { ...network.tokens, ...Object.fromEntries(own) }
  // A coin of the options may be one that was mistaken for it.
  const others = Object.entries(network.others).filter(([, { address }]) =>
    Object.values(contracts).every(
      (token) => !isSameHex(token.address, address)
    )
  )
  return urls.length
    ? [
        {
          urls,
          network: {
            ...network,
            tokens: contracts,
            others: Object.fromEntries(others),
          },
          finality:
            typeof finality === "object"
              ? (finality[chain] ?? "finalized")
              : finality,
        },
      ]
    : []
}

/** A transfer's coin is known by its contract alone. */
function ambiguous({ chain, tokens }: Network): string[] {
  const [one, other] = Object.values(tokens)
  return one && other && isSameHex(one.address, other.address)
    ? [
        `blockchain.tokens.${chain}: ${Object.keys(tokens).join(" and ")} have the same contract. Set the contract of each coin in medusa-config.ts.`,
      ]
    : []
}

/**
 * Whether captures need a proof, also by options that are otherwise invalid. A
 * misspelled mode counts as the strictest.
 */
export function requiresProof(written: unknown): boolean {
  const { data } = z
    .object({ proof: z.unknown().optional() })
    .safeParse(written)
  return ![undefined, null, "", "off", "observe"].includes(
    data?.proof as string | undefined
  )
}

/** How the chain of a payment is used. */
export function chainPolicyOf(
  { blockchain, requiresProof }: Settings,
  { rail, chain }: Pick<Payment, "rail" | "chain">
): ChainPolicy {
  const { data } = chainSchema.safeParse(chain)
  if (!RAIL_TRAITS[rail].hasChain || !data) {
    return UNREAD
  }
  if (blockchain.ok && blockchain.value.chains[data]) {
    return { proof: blockchain.value.proof, has_endpoint: true }
  }
  // A missing URL or an invalid option must not capture what is unproven.
  return requiresProof ? { ...UNREAD, proof: "require" } : UNREAD
}
