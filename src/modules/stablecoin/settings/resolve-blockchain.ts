import { z } from "zod"
import type { Finality } from "../../../blockchain/chain-reader"
import { type Network, NETWORKS } from "../../../blockchain/networks"
import { isSameHex } from "../../../blockchain/coins"
import { type Chain, CHAINS } from "../../../gateway"
import type { ProofMode } from "../../../ledger"
import { blockchainSchema } from "./blockchain-options"
import { byChain } from "./chains"
import { type Resolved, wrong } from "./resolve"

/** How a chain is read. */
export type ChainAccess = {
  /** In the merchant's order. They may contain keys: quote hosts only. */
  urls: readonly string[]
  /** With the contracts that the merchant set. */
  network: Network
}

export type BlockchainSettings = {
  /** `off` where no chain is read. */
  proof: ProofMode
  finality: Readonly<Record<Chain, Finality>>
  /**
   * The chains that have an endpoint. Payments on the others are not proven,
   * whichever mode is set.
   */
  chains: Readonly<Partial<Record<Chain, ChainAccess>>>
}

type Options = z.output<typeof blockchainSchema>

/** Resolves the option `blockchain`. */
export function resolveBlockchain(
  written: unknown
): Resolved<BlockchainSettings> {
  const options = blockchainSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error.issues, "blockchain")
  }
  const { proof, finality, rpcUrls, tokens } = options.data
  const networks = byChain((chain) => networkOf(chain, tokens))
  const problems = CHAINS.flatMap((chain) => ambiguous(networks[chain]))
  if (problems.length) {
    return { ok: false, problems }
  }
  const chains = Object.fromEntries(
    CHAINS.flatMap((chain) => {
      const urls = rpcUrls[chain] ?? []
      return urls.length ? [[chain, { urls, network: networks[chain] }]] : []
    })
  ) as BlockchainSettings["chains"]
  const isRead = Object.keys(chains).length > 0
  if (!isRead && proof === "require") {
    return { ok: false, problems: [NO_ENDPOINT] }
  }
  return {
    ok: true,
    value: {
      proof: isRead ? proof : "off",
      finality: byChain((chain) => finalityOf(chain, finality)),
      chains,
    },
  }
}

const NO_ENDPOINT =
  'blockchain.rpcUrls is missing: blockchain.proof is "require", and no chain can be read. Set an endpoint for each network that you offer in medusa-config.ts.'

const DEFAULT_FINALITY: Finality = "finalized"

function finalityOf(chain: Chain, finality: Options["finality"]): Finality {
  return typeof finality === "object"
    ? (finality[chain] ?? DEFAULT_FINALITY)
    : finality
}

/** The built-in network, with the contracts of the options. */
function networkOf(chain: Chain, options: Options["tokens"]): Network {
  const network = NETWORKS.find((each) => each.chain === chain)
  if (!network) {
    throw new Error(`There is no network for chain ${chain}.`)
  }
  const tokens = Object.entries(options[chain] ?? {}).flatMap(
    ([coin, token]) => (token ? [[coin, token] as const] : [])
  )
  return {
    ...network,
    tokens: { ...network.tokens, ...Object.fromEntries(tokens) },
    others: Object.fromEntries(
      Object.entries(network.others).filter(
        ([, { address }]) =>
          !tokens.some(([, token]) => isSameHex(token.address, address))
      )
    ),
  }
}

/** A transfer's coin is known by its contract alone. */
function ambiguous({ chain, tokens }: Network): string[] {
  const coins = Object.entries(tokens)
  const twice = coins.filter(([coin, { address }]) =>
    coins.some(
      ([other, token]) => other !== coin && isSameHex(token.address, address)
    )
  )
  return twice.length
    ? [
        `blockchain.tokens.${chain}: ${twice.map(([coin]) => coin).join(" and ")} have the same contract. Set the contract of each coin in medusa-config.ts.`,
      ]
    : []
}

/** Conditions of a capture on any chain. */
export type Requirements = { proof?: "require" }

const modeSchema = z.object({ proof: z.unknown().optional() })

/**
 * Reads the conditions of a capture, also of options that are otherwise invalid.
 * A misspelled mode counts as the strictest.
 */
export function requirementsOf(written: unknown): Requirements {
  const { proof } = modeSchema.safeParse(written).data ?? {}
  return [undefined, null, "", "off", "observe"].includes(proof as string)
    ? {}
    : { proof: "require" }
}
