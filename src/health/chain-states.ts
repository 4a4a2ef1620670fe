import {
  type EndpointProblem,
  type ExpectedEndpoint,
  testEndpoint,
} from "../blockchain/test-endpoint"
import { type Chain, CHAINS } from "../gateway"
import type { BlockchainSettings } from "../modules/stablecoin/types"
import { mapConcurrent } from "../shared/map-concurrent"
import { TimeLimit } from "../shared/time-limit"

/** The state of a chain, the worst first. */
export const CHAIN_STATES = [
  "wrong_chain",
  "wrong_coin",
  "unreachable",
  "not_final",
  "no_logs",
  "behind",
  "degraded",
  "reachable",
] as const satisfies (EndpointProblem["code"] | "degraded" | "reachable")[]

export type ChainState = {
  chain: Chain
  state: (typeof CHAIN_STATES)[number]
  /** Of its endpoints. */
  problems: EndpointProblem[]
}

/** More could exceed the limit of a vendor that serves all chains. */
const AT_ONCE = 3
/** For all tests. Less than a check may take. */
const TAKES_AT_MOST_MS = 11_000

type Endpoint = {
  chain: Chain
  url: string
  expected: ExpectedEndpoint
}

/** Tests the endpoints of each chain. */
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
    const problems = tests.map((each) => each.problems)
    return { chain, state: stateOf(problems), problems: problems.flat() }
  })
}

async function testEach(
  endpoints: readonly Endpoint[]
): Promise<{ chain: Chain; problems: EndpointProblem[] }[]> {
  const limit = new TimeLimit(TAKES_AT_MOST_MS)
  try {
    return await mapConcurrent(endpoints, AT_ONCE, async (endpoint) => {
      const { chain, url, expected } = endpoint
      const problems = await testEndpoint(url, expected, limit.signal)
      return { chain, problems }
    })
  } finally {
    limit.end()
  }
}

/** @param tests problems of each endpoint of a chain */
function stateOf(tests: readonly EndpointProblem[][]): ChainState["state"] {
  const states = tests.map((problems) => {
    const codes = problems.map(({ code }) => code)
    return CHAIN_STATES.find((each) => codes.some((code) => code === each))
  })
  // Even one of several endpoints would give wrong answers.
  const wrong = (["wrong_chain", "wrong_coin"] as const).find((each) =>
    states.includes(each)
  )
  if (wrong || !states.some((each) => each)) {
    return wrong ?? "reachable"
  }
  return states.some((each) => !each)
    ? "degraded"
    : (CHAIN_STATES.findLast((each) => states.includes(each)) ?? "reachable")
}
