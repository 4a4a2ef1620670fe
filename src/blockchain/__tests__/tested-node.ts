import { type Network, NETWORKS } from "../networks"
import { type Answering, respond } from "../rpc/__tests__/rpc-server"

export const POLYGON = networkOf("POLYGON")
/** Seconds since 1970. */
export const NOW = 1_700_000_000
export const HEAD = 80_000_000

const word = (value: number): string => value.toString(16).padStart(64, "0")

export function networkOf(chain: string): Network {
  return NETWORKS.find((each) => each.chain === chain)!
}

/** A node's properties. */
export type NodeOptions = {
  /** Default Polygon. */
  network?: Network
  /** Default the network's. */
  chainId?: number
  /** Its clock, in seconds since 1970. */
  now?: number
  /** Seconds. Null: it has no block. */
  headAge?: number | null
  /** Names of blocks that it knows. */
  tags?: string[]
  /** Most blocks of eth_getLogs. 0: it serves none. */
  logRange?: number
  decimals?: Record<string, number>
  /** Methods that it limits. */
  limited?: string[]
  /** Methods whose connections it drops without an answer. */
  silent?: string[]
}

type Error = { error: { code: number; message: string } }
const refusal = (code: number): Error => ({ error: { code, message: "no" } })

/** Answers as a node with these properties. */
export function node(options: NodeOptions = {}): Answering {
  return (asked, response) => {
    if (asked.some(({ method }) => options.silent?.includes(method))) {
      response.destroy()
      return
    }
    respond(
      response,
      200,
      asked.map(({ id, method, params }) => ({
        jsonrpc: "2.0",
        id,
        ...answer(method, params, options),
      }))
    )
  }
}

function answer(
  method: string,
  params: unknown[],
  { network = POLYGON, limited = [], ...options }: NodeOptions
): { result: unknown } | Error {
  const { chainId = network.evmChainId } = options
  if (limited.includes(method)) {
    return refusal(-32005)
  }
  switch (method) {
    case "eth_chainId":
      return { result: `0x${chainId.toString(16)}` }
    case "eth_getBlockByNumber":
      return blockOf(params[0] as string, options)
    case "eth_call":
      return callOf(params[0] as { to: string }, network, options)
    case "eth_getLogs":
      return logsOf(params[0] as Record<string, string>, options)
    default:
      return refusal(-32601)
  }
}

function blockOf(
  tag: string,
  { now = NOW, headAge = 2, tags = ["finalized", "safe"] }: NodeOptions
): { result: unknown } | Error {
  if (tag !== "latest" && !tags.includes(tag)) {
    return refusal(-32602)
  }
  const number = tag === "latest" ? HEAD : HEAD - 10
  return {
    result:
      headAge === null
        ? null
        : {
            number: `0x${number.toString(16)}`,
            hash: `0x${"ab".repeat(32)}`,
            timestamp: `0x${(now - headAge).toString(16)}`,
          },
  }
}

function callOf(
  { to }: { to: string },
  { tokens }: Network,
  { decimals = {} }: NodeOptions
): { result: string } {
  const found = Object.entries(tokens).find(([, { address }]) => address === to)
  if (!found) {
    return { result: "0x" }
  }
  const [coin, token] = found
  return { result: `0x${word(decimals[coin] ?? token.decimals)}` }
}

function logsOf(
  { fromBlock, toBlock }: Record<string, string>,
  { logRange = 10_000 }: NodeOptions
): { result: [] } | Error {
  return Number(toBlock) - Number(fromBlock) + 1 <= logRange
    ? { result: [] }
    : refusal(-32600)
}
