import { type Chain, CHAINS, chainsOf } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import type {
  BlockchainSettings,
  Settings,
} from "../../modules/stablecoin/types"
import { CHAIN_STATES, type ChainState, readChainStates } from "../chain-states"
import { check, error, type Finding, ok, warning } from "../check"

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

function namesOf(chains: readonly { chain: Chain }[]): string {
  return chains.map(({ chain }) => CHAIN_INFO[chain].name).join(", ")
}
