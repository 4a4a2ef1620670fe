import {
  ENOUGH_LOGS,
  type EndpointProblem,
  type EndpointProblemCode,
  type EndpointTest,
  testEndpoint,
} from "../blockchain/endpoint-test"
import { type Chain, CHAINS } from "../gateway"
import type {
  BlockchainSettings,
  ChainAccess,
} from "../modules/stablecoin/types"

/** The state of a chain, the worst first. */
export const CHAIN_STATES = [
  "wrong_chain",
  "wrong_coin",
  "unreachable",
  "not_final",
  "no_logs",
  "rate_limited",
  "behind",
  "degraded",
  "other_symbol",
  "small_log_range",
  "reachable",
] as const

export type ChainState = {
  chain: Chain
  state: (typeof CHAIN_STATES)[number]
  /** Of its endpoints. */
  problems: EndpointProblem[]
}

/** The state of a chain whose only endpoint has the problem. */
const STATE_OF: Record<EndpointProblemCode, ChainState["state"]> = {
  busy: "unreachable",
  unreachable: "unreachable",
  rate_limited: "rate_limited",
  refused: "unreachable",
  bad_answer: "unreachable",
  no_head: "unreachable",
  wrong_chain: "wrong_chain",
  no_contract: "wrong_coin",
  not_a_coin: "wrong_coin",
  wrong_decimals: "wrong_coin",
  no_finality: "not_final",
  no_logs: "no_logs",
  behind: "behind",
  other_symbol: "other_symbol",
  small_log_range: "small_log_range",
}

/** Even one of several endpoints would give wrong answers. */
const NEVER_REPLACED: readonly EndpointProblemCode[] = [
  "wrong_chain",
  "no_contract",
  "wrong_decimals",
]

/** Tests the endpoints of each chain, all at once. */
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
  // Monitors repeat this: larger ranges would only cost requests.
  const options = { maxLogRange: ENOUGH_LOGS }
  const tests = await Promise.all(
    urls.map((address) => testEndpoint(address, expected, options))
  )
  const problems = tests.flatMap((test) => test.problems)
  return { chain, state: stateOf(tests), problems }
}

/** @param tests of a chain's endpoints */
function stateOf(tests: readonly EndpointTest[]): ChainState["state"] {
  const codes = tests.flatMap(({ problems }) =>
    problems.map(({ code }) => code)
  )
  const wrong = codes.filter((code) => NEVER_REPLACED.includes(code))
  if (wrong.length) {
    return worstOf(wrong.map((code) => STATE_OF[code]))
  }
  const states = tests.map(stateOfOne)
  if (states.includes("reachable")) {
    return codes.length ? "degraded" : "reachable"
  }
  const best = CHAIN_STATES.findLast((state) => states.includes(state))
  // None of its URLs can be decrypted.
  return best ?? "unreachable"
}

/** The state of a chain whose only endpoint has this result. */
function stateOfOne({ head, problems }: EndpointTest): ChainState["state"] {
  return worstOf(
    problems.map(({ code }) =>
      // Without a last block nothing can be proven.
      code === "rate_limited" && !head ? "unreachable" : STATE_OF[code]
    )
  )
}

function worstOf(states: readonly ChainState["state"][]): ChainState["state"] {
  return CHAIN_STATES.find((state) => states.includes(state)) ?? "reachable"
}
