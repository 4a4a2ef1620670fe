import { type Finality, finalityCall } from "../finality"
import { type Network, NETWORKS } from "../networks"
import { blockOf, chainId, RpcClient, type RpcResult } from "../rpc"
import type { Block } from "../schemas"
import { coinCalls, problemsOfCoins } from "./check-coins"
import { problemOfLogs } from "./check-logs"
import {
  type EndpointProblem,
  endpointProblem,
  isRefusal,
  problemOf,
} from "./endpoint-problem"

/** Short, since a user waits. */
const TIMEOUT_MS = 5_000
/** Seconds. Every chain makes a block within 15 seconds. */
const BEHIND_AFTER = 5 * 60

/** Expected properties of an endpoint. */
export type ExpectedEndpoint = {
  network: Network
  finality: Finality
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

/** Result of testing an endpoint. Never contains its URL. */
export type EndpointTest = {
  /** Whether it returned its latest block. */
  hasHead: boolean
  problems: EndpointProblem[]
}

/**
 * Tests an endpoint on a separate connection: chain, head, finality and coins in
 * one request, then logs in one or two. An endpoint that limits batches gets
 * more. Does not throw.
 *
 * @param signal ends the test early
 */
export async function testEndpoint(
  url: string,
  expected: ExpectedEndpoint,
  signal?: AbortSignal
): Promise<EndpointTest> {
  const client = new RpcClient([url], { timeoutMs: TIMEOUT_MS, signal })
  const { hostname } = new URL(url)
  const { hasHead, problems } = await check(client, hostname, expected)
  return { hasHead, problems: distinct(problems) }
}

async function check(
  client: RpcClient,
  host: string,
  { network, finality, now = Date.now }: ExpectedEndpoint
): Promise<EndpointTest> {
  const [id, latest, final, ...ofCoins] = await client.batch([
    chainId(),
    blockOf("latest"),
    finalityCall(finality),
    ...coinCalls(network),
  ])
  if (!id.ok) {
    return { hasHead: false, problems: [problemOf(id.error)] }
  }
  const head = latest.ok ? latest.value : null
  const hasHead = head !== null
  if (id.value !== network.evmChainId) {
    return { hasHead, problems: [wrongChain(host, id.value, network)] }
  }
  const logs = head && (await problemOfLogs(client, host, network, head.number))
  return {
    hasHead,
    problems: [
      ...problemsOfHead(host, latest, now()),
      ...problemsOfFinality(host, final, finality),
      ...problemsOfCoins(host, network, ofCoins),
      ...(logs ? [logs] : []),
    ],
  }
}

function problemsOfHead(
  host: string,
  latest: RpcResult<Block | null>,
  now: number
): EndpointProblem[] {
  if (!latest.ok) {
    return [problemOf(latest.error)]
  }
  if (!latest.value) {
    return [endpointProblem("no_head", { host })]
  }
  const age = Math.round(now / 1000) - latest.value.timestamp
  return age > BEHIND_AFTER
    ? [endpointProblem("behind", { host, minutes: Math.round(age / 60) })]
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

/** Several calls may fail for one reason. */
function distinct(problems: readonly EndpointProblem[]): EndpointProblem[] {
  return [
    ...new Map(problems.map((problem) => [problem.message, problem])).values(),
  ]
}
