import {
  type EndpointProblem,
  type EndpointProblemCode,
  type EndpointTest,
  type ExpectedEndpoint,
  testEndpoint,
} from "../blockchain/endpoint-test"
import { type Chain, CHAINS } from "../gateway"
import type { BlockchainSettings } from "../modules/stablecoin/types"
import { TimeLimit } from "../shared/time-limit"
import { inTurn } from "./in-turn"
import { vendorOf } from "./vendor-of"

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

/** Endpoints of one vendor are tested in turn for this time, then at once. */
const IN_TURN_FOR_MS = 5_000
/** For all tests. Less than a check may take. */
const TAKES_AT_MOST_MS = 11_000

type Endpoint = {
  chain: Chain
  url: string
  expected: ExpectedEndpoint
}

/**
 * Tests the endpoints of each chain. Those of one vendor are tested in turn:
 * testing them at once could exceed its limit of requests.
 */
export async function readChainStates({
  chains,
  finality,
}: BlockchainSettings): Promise<ChainState[]> {
  const read = CHAINS.flatMap((chain) => {
    const access = chains[chain]
    return access ? [{ chain, ...access }] : []
  })
  const endpoints = read.flatMap(({ chain, urls, network }) =>
    urls.map((url) => ({
      chain,
      url,
      expected: { network, finality: finality[chain] },
    }))
  )
  const tested = await testEach(endpoints)
  return read.map(({ chain }) => {
    const tests = tested.filter((each) => each.chain === chain)
    const problems = tests.flatMap(({ test }) => test.problems)
    return { chain, state: stateOf(tests.map(({ test }) => test)), problems }
  })
}

async function testEach(
  endpoints: readonly Endpoint[]
): Promise<{ chain: Chain; test: EndpointTest }[]> {
  const limit = new TimeLimit(TAKES_AT_MOST_MS)
  try {
    return await inTurn(
      endpoints,
      ({ url }) => vendorOf(url),
      IN_TURN_FOR_MS,
      async ({ chain, url, expected }) => ({
        chain,
        test: await testEndpoint(url, expected, limit.signal),
      })
    )
  } finally {
    limit.end()
  }
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
  return CHAIN_STATES.findLast((state) => states.includes(state)) ?? "reachable"
}

/** The state of a chain whose only endpoint has this result. */
function stateOfOne({ hasHead, problems }: EndpointTest): ChainState["state"] {
  return worstOf(
    problems.map(({ code }) =>
      // Without a last block nothing can be proven.
      code === "rate_limited" && !hasHead ? "unreachable" : STATE_OF[code]
    )
  )
}

function worstOf(states: readonly ChainState["state"][]): ChainState["state"] {
  return CHAIN_STATES.find((state) => states.includes(state)) ?? "reachable"
}
