import {
  type EndpointProblem,
  probeEndpoint,
} from "../blockchain/endpoint-test"
import { type Chain, CHAINS } from "../gateway"
import type {
  BlockchainSettings,
  ChainAccess,
} from "../modules/stablecoin/types"

/** The state of a chain, the worst first. */
export const CHAIN_STATES = [
  "wrong_chain",
  "unreachable",
  "not_final",
  "behind",
  "degraded",
  "reachable",
] as const

export type ChainState = {
  chain: Chain
  state: (typeof CHAIN_STATES)[number]
  /** Of its endpoints. */
  problems: EndpointProblem[]
}

/** Reads the state of each chain that has an endpoint. */
export async function readChainStates(
  settings: BlockchainSettings
): Promise<ChainState[]> {
  return await Promise.all(
    CHAINS.flatMap((chain) => {
      const access = settings.chains[chain]
      return access ? readState(chain, access, settings) : []
    })
  )
}

async function readState(
  chain: Chain,
  { urls, network }: ChainAccess,
  { finality }: BlockchainSettings
): Promise<ChainState> {
  const expected = { network, finality: finality[chain] }
  const probes = await Promise.all(
    urls.map((address) => probeEndpoint(address, expected))
  )
  const each = probes.map(({ problems }) => problems)
  return { chain, state: stateOf(each), problems: each.flat() }
}

/** @param each the problems of each endpoint */
function stateOf(
  each: readonly (readonly EndpointProblem[])[]
): ChainState["state"] {
  const all = each.flat()
  const has = (code: EndpointProblem["code"]) =>
    all.some((problem) => problem.code === code)
  // Even as one of several, it gives wrong answers.
  if (has("wrong_chain")) {
    return "wrong_chain"
  }
  if (each.some((problems) => !problems.length)) {
    return all.length ? "degraded" : "reachable"
  }
  const isUsable = each.some((problems) =>
    problems.every(({ severity }) => severity !== "error")
  )
  if (isUsable) {
    return "behind"
  }
  return has("no_finality") ? "not_final" : "unreachable"
}
