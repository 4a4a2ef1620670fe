import { type Chain, CHAINS, chainsOf } from "../../gateway"
import { CHAIN_INFO } from "../../gateway/chains"
import type { HealthStatus } from "../../http-types"
import type {
  BlockchainSettings,
  Settings,
} from "../../modules/stablecoin/types"
import { CHAIN_STATES, type ChainState, readChainStates } from "../chain-states"
import { check, type Finding } from "../check"

type BlockchainFinding = Finding<"blockchain">

const CORRECT = "Correct blockchain.rpcUrls in medusa-config.ts."

/** Tests the endpoints of each chain. */
export const blockchain = check(
  "blockchain",
  async (context): Promise<BlockchainFinding> => {
    const settings = await context.settings()
    if (!settings.blockchain.ok) {
      const problems = settings.blockchain.problems.join(" ")
      return {
        status: "error",
        code: "invalid",
        params: { problems },
        message: `No chain is read. ${problems}`,
        remedy: CORRECT,
      }
    }
    const { value } = settings.blockchain
    const states = await readChainStates(value)
    if (!states.length) {
      return {
        status: "ok",
        code: "off",
        message: "No chain is read: there is no endpoint.",
      }
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
  const detail = [...affected, ...others].flatMap(problemsOf).join(" ")
  const chains = namesOf(affected)
  const { status, message, remedy } = SENTENCES[worst]
  return {
    status: status(isRequired),
    code: worst,
    params: { chains, detail },
    message: `${message(chains)} ${detail}`.trim(),
    remedy,
  }
}

/** The problems of a chain's endpoints, each with its remedy. */
function problemsOf({ chain, problems }: ChainState): string[] {
  const remedies = [...new Set(problems.map(({ remedy }) => remedy))]
  const sentences = remedies.flatMap((remedy) => [
    ...problems
      .filter((each) => each.remedy === remedy)
      .map(({ message }) => message),
    remedy,
  ])
  return problems.length
    ? [`${CHAIN_INFO[chain].name}: ${sentences.join(" ")}`]
    : []
}

const warning = (): HealthStatus => "warning"
/** Captures wait for a proof that does not arrive. */
const errorIfRequired = (isRequired: boolean): HealthStatus =>
  isRequired ? "error" : "warning"

const SENTENCES: Record<
  Exclude<ChainState["state"], "reachable">,
  {
    status(isRequired: boolean): HealthStatus
    message(chains: string): string
    remedy: string
  }
> = {
  wrong_chain: {
    status: () => "error",
    message: (chains) => `An endpoint of ${chains} is of another network.`,
    remedy: CORRECT,
  },
  wrong_coin: {
    status: () => "error",
    message: (chains) =>
      `A coin's contract on ${chains} is not the expected one.`,
    remedy:
      "Correct blockchain.tokens in medusa-config.ts, or use other endpoints.",
  },
  unreachable: {
    status: errorIfRequired,
    message: (chains) =>
      `Payments on ${chains} can't be proven: no endpoint answers.`,
    remedy: CORRECT,
  },
  not_final: {
    status: errorIfRequired,
    message: (chains) =>
      `Payments on ${chains} can't be proven: no endpoint knows a final block.`,
    remedy:
      "Use other endpoints, or set the finality to a number of confirmations.",
  },
  no_logs: {
    status: warning,
    message: (chains) =>
      `Transfers on ${chains} that the gateway does not report can't be found: no endpoint returns logs in time.`,
    remedy: "Use endpoints that answer eth_getLogs within seconds.",
  },
  rate_limited: {
    status: warning,
    message: (chains) =>
      `The endpoints of ${chains} limit requests and rejected some of the test's: payments may be proven late, and transfers found late.`,
    remedy: "Use a plan that allows more requests, or add another endpoint.",
  },
  behind: {
    status: warning,
    message: (chains) => `The last block of ${chains} is old.`,
    remedy:
      "Wait until the nodes have synchronized, or add another endpoint. Check this server's clock too.",
  },
  degraded: {
    status: warning,
    message: (chains) =>
      `Some endpoints of ${chains} have problems, and others stand in.`,
    remedy: CORRECT,
  },
  other_symbol: {
    status: warning,
    message: (chains) =>
      `A coin's contract on ${chains} calls itself by another name.`,
    remedy: "Check its address in blockchain.tokens in medusa-config.ts.",
  },
  small_log_range: {
    status: warning,
    message: (chains) =>
      `Finding transfers on ${chains} takes many requests, and may not keep up with the network.`,
    remedy: "Use a plan or an endpoint with a larger range of eth_getLogs.",
  },
}

/** An address exists on all networks, and coins may be sent to it on any. */
function passed(
  states: readonly ChainState[],
  { chains: read }: BlockchainSettings
): BlockchainFinding {
  const chains = namesOf(states)
  const unread = CHAINS.filter((chain) => !read[chain])
  const others = namesOf(unread.map((chain) => ({ chain })))
  const message = `Each endpoint of ${chains} passed its test.`
  return unread.length
    ? {
        status: "ok",
        code: "not_watched",
        params: { chains, count: unread.length, others },
        message: `${message} Networks that are not watched: ${unread.length} (${others}). Coins sent there by mistake are not seen.`,
      }
    : { status: "ok", code: "reachable", params: { chains }, message }
}

/** Offered networks whose payments can't be proven; null if there are none. */
function unproven(
  { onchain }: Settings,
  { chains }: BlockchainSettings
): BlockchainFinding | null {
  const offered = onchain.ok ? chainsOf(onchain.value.chains) : []
  const missing = offered.filter((chain) => !chains[chain])
  const names = namesOf(missing.map((chain) => ({ chain })))
  return missing.length
    ? {
        status: "error",
        code: "not_all",
        params: { chains: names },
        message: `Proof is required, and ${names} can't be read: payments there wait, and are not captured.`,
        remedy:
          "Add an endpoint for each network that is offered, or offer fewer networks.",
      }
    : null
}

function namesOf(chains: readonly { chain: Chain }[]): string {
  return chains.map(({ chain }) => CHAIN_INFO[chain].name).join(", ")
}
