import {
  type EndpointProblem,
  testEndpoint,
} from "../../blockchain/test-endpoint"
import { type Chain, CHAINS, chainsOf } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import type {
  BlockchainSettings,
  Settings,
} from "../../modules/stablecoin/types"
import { mapConcurrent } from "../../shared/map-concurrent"
import { check, error, type Finding, ok, warning } from "../check"

/** The state of a chain, the worst first. */
const CHAIN_STATES = [
  "wrong_chain",
  "wrong_coin",
  "unreachable",
  "not_final",
  "no_logs",
  "behind",
  "degraded",
  "reachable",
] as const satisfies (EndpointProblem["code"] | "degraded" | "reachable")[]

type ChainState = {
  chain: Chain
  state: (typeof CHAIN_STATES)[number]
  /** Of its endpoints. */
  problems: EndpointProblem[]
}

/** More could exceed the limit of a vendor that serves all chains. */
const AT_ONCE = 3
/** For all tests. Less than a check may take. */
const TAKES_AT_MOST_MS = 11_000

type BlockchainFinding = Finding<"blockchain">

/** Tests the endpoints of each chain. */
export const blockchain = check(
  "blockchain",
  async (context): Promise<BlockchainFinding> => {
    const settings = await context.settings()
    if (!settings.blockchain.ok) {
      const problems = settings.blockchain.problems.join(" ")
      return error("invalid", { problems })
    }
    const { value } = settings.blockchain
    const states = await readChainStates(value)
    if (!states.length) {
      return ok("off")
    }
    const isRequired = value.proof === "require"
    return (
      problemOf(states, isRequired) ??
      (isRequired ? unproven(settings, value) : null) ??
      passed(states, value)
    )
  }
)

/**
 * The finding of the chains in the worst state, with the problems of all chains;
 * null if there are none.
 */
function problemOf(
  states: readonly ChainState[],
  isRequired: boolean
): BlockchainFinding | null {
  const worst = CHAIN_STATES.find((state) =>
    states.some((each) => each.state === state)
  )
  if (!worst || worst === "reachable") {
    return null
  }
  const affected = states.filter(({ state }) => state === worst)
  const others = states.filter(({ state }) => state !== worst)
  const detail = [...affected, ...others]
    .filter(({ problems }) => problems.length)
    .map(({ chain, problems }) => {
      const messages = problems.map(({ message }) => message)
      return `${CHAIN_INFO[chain].name}: ${messages.join(" ")}`
    })
    .join(" ")
  const isError = ERRORS.has(worst) || (isRequired && UNPROVEN.has(worst))
  return (isError ? error : warning)(worst, {
    chains: namesOf(affected),
    detail,
  })
}

/** Answers of such an endpoint are wrong. */
const ERRORS = new Set<ChainState["state"]>(["wrong_chain", "wrong_coin"])
/** No proof arrives, which captures wait for where it is required. */
const UNPROVEN = new Set<ChainState["state"]>(["unreachable", "not_final"])

/** An address exists on all networks, and coins may be sent to it on any. */
function passed(
  states: readonly ChainState[],
  { chains: read }: BlockchainSettings
): BlockchainFinding {
  const chains = namesOf(states)
  const unread = CHAINS.filter((chain) => !read[chain])
  const others = namesOf(unread.map((chain) => ({ chain })))
  return unread.length
    ? ok("not_watched", { chains, count: unread.length, others })
    : ok("reachable", { chains })
}

/** Offered networks whose payments can't be proven; null if there are none. */
function unproven(
  { onchain }: Settings,
  { chains }: BlockchainSettings
): BlockchainFinding | null {
  const offered = onchain.ok ? chainsOf(onchain.value.chains) : []
  const missing = offered.filter((chain) => !chains[chain])
  return missing.length
    ? error("not_all", {
        chains: namesOf(missing.map((chain) => ({ chain }))),
      })
    : null
}

/** Reads the state of each chain from its endpoints. */
async function readChainStates({
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
  const signal = AbortSignal.timeout(TAKES_AT_MOST_MS)
  const tested = await mapConcurrent(endpoints, AT_ONCE, async (endpoint) => {
    const { chain, url, expected } = endpoint
    return { chain, problems: await testEndpoint(url, expected, signal) }
  })
  return read.map(({ chain }) => {
    const tests = tested.filter((each) => each.chain === chain)
    const problems = tests.map((each) => each.problems)
    return { chain, state: stateOf(problems), problems: problems.flat() }
  })
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

/** Passes begin each minute, and an outage of some of them is made up for. */
const INCOMPLETE_AFTER_MS = 15 * 60_000

/**
 * Whether each chain with an endpoint is read to its last final block. A chain
 * that is not hides transfers, also while its endpoints pass their tests.
 */
export const transfers = check(
  "transfers",
  async ({ settings, stablecoin }) => {
    const { blockchain } = await settings()
    const access = blockchain.ok ? blockchain.value.chains : {}
    const read = CHAINS.filter((chain) => access[chain])
    if (!read.length) {
      return ok("off")
    }
    const since = new Date(Date.now() - INCOMPLETE_AFTER_MS)
    const incomplete = await stablecoin.watch.listIncomplete(since)
    const [first] = incomplete
    return first
      ? warning("incomplete", {
          chains: namesOf(incomplete as { chain: Chain }[]),
          since: first.complete_at.toISOString(),
        })
      : ok("complete", { chains: namesOf(read.map((chain) => ({ chain }))) })
  }
)

function namesOf(chains: readonly { chain: Chain }[]): string {
  return chains.map(({ chain }) => CHAIN_INFO[chain].name).join(", ")
}
