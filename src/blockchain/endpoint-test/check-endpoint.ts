import { type Finality, finalityCall } from "../finality"
import { type Network, NETWORKS } from "../networks"
import {
  blockOf,
  chainId,
  type RpcEndpoint,
  RpcError,
  type RpcResult,
} from "../rpc"
import type { Block } from "../schemas"
import { checkCoins, type CoinCheck, coinCalls } from "./check-coins"
import {
  type EndpointProblem,
  endpointProblem,
  isRefusal,
  problemOf,
} from "./endpoint-problem"

/** Seconds. Every chain makes a block within 15 seconds. */
const BEHIND_AFTER = 5 * 60

/** Expected properties of an endpoint. */
export type ExpectedEndpoint = {
  network: Network
  finality: Finality
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

/** Chain, head, finality and coins of an endpoint. */
export type EndpointCheck = {
  host: string
  /** EIP-155 chain id that it reports. Null: it gave none. */
  evm_chain_id: number | null
  /** The latest block. Null: unknown. */
  head: { number: number; age_seconds: number } | null
  /** Number of the block that it calls finalized. Null: unknown. */
  finalized: number | null
  /** Empty: it is of another chain, or did not answer. */
  coins: CoinCheck[]
  problems: EndpointProblem[]
}

/** Checks all but the logs in one request. Does not throw. */
export async function checkEndpoint(
  endpoint: RpcEndpoint,
  { network, finality, now = Date.now }: ExpectedEndpoint
): Promise<EndpointCheck> {
  const { host } = endpoint
  const unknown = {
    host,
    evm_chain_id: null,
    head: null,
    finalized: null,
    coins: [],
  }
  try {
    const [id, latest, finalized, final, ...ofCoins] = await endpoint.batch([
      chainId(),
      blockOf("latest"),
      blockOf("finalized"),
      finalityCall(finality),
      ...coinCalls(network),
    ])
    if (!id.ok) {
      return { ...unknown, problems: [problemOf(id.error)] }
    }
    const head = latest.ok ? headOf(latest.value, now()) : null
    const check = {
      host,
      evm_chain_id: id.value,
      head,
      finalized: finalized.ok ? (finalized.value?.number ?? null) : null,
    }
    if (id.value !== network.evmChainId) {
      const problems = [wrongChain(host, id.value, network)]
      return { ...check, coins: [], problems }
    }
    const { coins, problems } = checkCoins(host, network, ofCoins)
    return {
      ...check,
      coins,
      problems: [
        ...problemsOfHead(host, latest, head),
        ...problemsOfFinality(host, final, finality),
        ...problems,
      ],
    }
  } catch (error) {
    if (error instanceof RpcError) {
      return { ...unknown, problems: [problemOf(error)] }
    }
    throw error
  }
}

function headOf(block: Block | null, now: number): EndpointCheck["head"] {
  return (
    block && {
      number: block.number,
      age_seconds: Math.max(0, Math.round(now / 1000) - block.timestamp),
    }
  )
}

function problemsOfHead(
  host: string,
  latest: RpcResult<Block | null>,
  head: EndpointCheck["head"]
): EndpointProblem[] {
  if (!latest.ok) {
    return [problemOf(latest.error)]
  }
  if (!head) {
    return [endpointProblem("no_head", { host })]
  }
  const minutes = Math.round(head.age_seconds / 60)
  return head.age_seconds > BEHIND_AFTER
    ? [endpointProblem("behind", { host, minutes })]
    : []
}

function problemsOfFinality(
  host: string,
  final: RpcResult<Block | null>,
  finality: Finality
): EndpointProblem[] {
  if (typeof finality === "number" || (final.ok && final.value)) {
    return []
  }
  return !final.ok && !isRefusal(final.error)
    ? [problemOf(final.error)]
    : [endpointProblem("no_finality", { host, tag: finality })]
}

function wrongChain(
  host: string,
  actualId: number,
  { chain, evmChainId }: Network
): EndpointProblem {
  const known = NETWORKS.find((each) => each.evmChainId === actualId)
  return endpointProblem("wrong_chain", {
    host,
    actual: known?.chain ?? "another network",
    actual_id: actualId,
    chain,
    chain_id: evmChainId,
  })
}
