import { type Finality, finalityCall } from "./chain-reader"
import { type Network, NETWORKS, type Token } from "./networks"
import { blockOf, chainId, decimalsOf, RpcClient, type RpcResult } from "./rpc"
import { transfersTo } from "./transfer-log"

/** Short, since a user waits. */
const TIMEOUT_MS = 5_000
/** Minutes. Every chain makes a block within 15 seconds. */
const BEHIND_AFTER = 5
/** Blocks. Smaller ranges make finding transfers slow. */
const ENOUGH_LOGS = 100
/** Another node behind the same address may not have the last blocks yet. */
const BEHIND_HEAD = 5
/** Receives nothing, so that only the range decides about the answer. */
const UNUSED_ADDRESS = `0x${Buffer.from("no transfers to here").toString("hex")}`

/** Expected properties of an endpoint. */
export type ExpectedEndpoint = {
  network: Network
  finality: Finality
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

/** The message names the endpoint by its host, and never contains its URL. */
export type EndpointProblem = {
  code:
    | "wrong_chain"
    | "wrong_coin"
    | "unreachable"
    | "not_final"
    | "no_logs"
    | "behind"
  message: string
}

/**
 * Tests an endpoint: chain, newest block, finality and coins in one request,
 * then logs in another. Does not throw.
 *
 * @param signal ends the test early
 */
export async function testEndpoint(
  url: string,
  { network, finality, now = Date.now }: ExpectedEndpoint,
  signal?: AbortSignal
): Promise<EndpointProblem[]> {
  const client = new RpcClient([url], { timeoutMs: TIMEOUT_MS, signal })
  const host = new URL(url).hostname
  const the = `The endpoint ${host}`
  const coins = Object.entries(network.tokens)
  const results = await client.batch([
    chainId(),
    blockOf("latest"),
    finalityCall(finality),
    ...coins.map(([, { address }]) => decimalsOf(address)),
  ])
  const [id, latest, final, ...ofCoins] = results
  if (id.ok && id.value !== network.evmChainId) {
    const actual = NETWORKS.find(({ evmChainId }) => evmChainId === id.value)
    const message = `${the} is of ${actual?.chain ?? "another network"} (chain id ${id.value}), not of ${network.chain} (chain id ${network.evmChainId}).`
    return [{ code: "wrong_chain", message }]
  }
  const unanswered = results.find(isUnanswered) ?? (id.ok ? latest : id)
  if (!unanswered.ok) {
    return [{ code: "unreachable", message: unanswered.error.message }]
  }
  const head = latest.ok ? latest.value : null
  if (!head) {
    return [{ code: "unreachable", message: `${the} has no block.` }]
  }
  const problems = coins.flatMap(
    ([coin, token], index) =>
      coinProblem(host, coin, token, valueOf(ofCoins[index])) ?? []
  )
  const minutes = Math.round((now() / 1_000 - head.timestamp) / 60)
  if (minutes >= BEHIND_AFTER) {
    const message = `The last block of the endpoint ${host} is ${minutes} minutes old.`
    problems.push({ code: "behind", message })
  }
  if (typeof finality === "string" && !valueOf(final)) {
    const message = `${the} does not know which block is ${finality}.`
    problems.push({ code: "not_final", message })
  }
  const toBlock = Math.max(0, head.number - BEHIND_HEAD)
  const fromBlock = Math.max(0, toBlock - ENOUGH_LOGS + 1)
  const [logs] = await client.batch([
    transfersTo([UNUSED_ADDRESS], [fromBlock, toBlock], network),
  ])
  if (!logs.ok) {
    const message = `${the} returns no logs of ${ENOUGH_LOGS} blocks at once. ${logs.error.message}`
    problems.push({ code: "no_logs", message })
  }
  return problems
}

/** Whether a call failed for a reason that is not its own. */
function isUnanswered(result: RpcResult<unknown>): boolean {
  const code = result.ok ? null : result.error.code
  return code === "unreachable" || code === "rate_limited"
}

function valueOf(result: RpcResult<unknown> | undefined): unknown {
  return result?.ok ? result.value : null
}

function coinProblem(
  host: string,
  coin: string,
  { address, decimals: expected }: Token,
  decimals: unknown
): EndpointProblem | null {
  if (typeof decimals !== "bigint") {
    const message = `The contract of ${coin} at ${address} has no decimals at the endpoint ${host}.`
    return { code: "wrong_coin", message }
  }
  if (decimals !== BigInt(expected)) {
    const message = `${coin} has ${decimals} decimals at the endpoint ${host}, not ${expected}: amounts would be wrong.`
    return { code: "wrong_coin", message }
  }
  return null
}
