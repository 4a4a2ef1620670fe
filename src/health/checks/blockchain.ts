import { readHeads } from "../../blockchain/chain-reader"
import { RpcClient } from "../../blockchain/rpc"
import { type Chain, CHAINS, chainsOf } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import type {
  BlockchainSettings,
  Settings,
} from "../../modules/stablecoin/types"
import { mapConcurrent } from "../../shared/map-concurrent"
import { check, error, type Finding, ok, warning } from "../check"

/** The state of a chain. Without a problem: `reachable`. */
type ChainState = {
  chain: Chain
  state: "wrong_chain" | "unreachable" | "degraded" | "reachable"
  /** Of its endpoints. They name an endpoint by its host. */
  problems: string[]
}

/** More could exceed the limit of a vendor that serves all chains. */
const AT_ONCE = 3
/** Of a test. Short, since a user waits. */
const TIMEOUT_MS = 5_000
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
    const signal = AbortSignal.timeout(TAKES_AT_MOST_MS)
    const chains = CHAINS.filter((chain) => value.chains[chain])
    const states = await mapConcurrent(chains, AT_ONCE, (chain) =>
      readState(chain, value, signal)
    )
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

/** Reads the heads of a chain from each of its endpoints. */
async function readState(
  chain: Chain,
  { chains }: BlockchainSettings,
  signal: AbortSignal
): Promise<ChainState> {
  const { urls, network, finality } = chains[chain]!
  const { evmChainId } = network
  const options = { evmChainId, timeoutMs: TIMEOUT_MS, signal }
  const tests = urls.map(async (url) => {
    const client = new RpcClient([url], options)
    return await readHeads({ client, network, finality })
  })
  const heads = await Promise.all(tests)
  const problems = heads.flatMap((each) => problemOfHeads(each, finality) ?? [])
  // Even one of several endpoints would give wrong answers.
  const isWrong = heads.some(({ error }) => error?.code === "wrong_chain")
  const someState = problems.length < urls.length ? "degraded" : "unreachable"
  const state = isWrong ? "wrong_chain" : someState
  return { chain, state: problems.length ? state : "reachable", problems }
}

/** Why an endpoint can't be read, or null. */
function problemOfHeads(
  { newest, final, error: reason }: Awaited<ReturnType<typeof readHeads>>,
  finality: string | number
): string | null {
  return newest && final < 0
    ? `No block is final (${finality}). ${reason?.message ?? ""}`.trim()
    : (reason?.message ?? null)
}

/**
 * The finding of the chains in the worst state, with the problems of all chains;
 * null if there are none.
 */
function problemOf(
  states: readonly ChainState[],
  isRequired: boolean
): BlockchainFinding | null {
  const worst = (["wrong_chain", "unreachable", "degraded"] as const).find(
    (state) => states.some((each) => each.state === state)
  )
  if (!worst) {
    return null
  }
  const affected = states.filter(({ state }) => state === worst)
  const others = states.filter(({ state }) => state !== worst)
  const detail = [...affected, ...others]
    .filter(({ problems }) => problems.length)
    .map(
      ({ chain, problems }) =>
        `${CHAIN_INFO[chain].name}: ${problems.join(" ")}`
    )
    .join(" ")
  // Answers of a wrong chain are wrong. Captures wait for a required proof.
  const isError =
    worst === "wrong_chain" || (isRequired && worst === "unreachable")
  return (isError ? error : warning)(worst, {
    chains: namesOf(affected),
    detail,
  })
}

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
