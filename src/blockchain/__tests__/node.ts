import { type Network, NETWORKS, polygon } from "../networks"
import { type Answering, respond } from "../rpc/__tests__/rpc-server"
import { TRANSFER_TOPIC } from "../transfer-log"

/** Geth and Erigon refuse more. */
const MAX_ADDRESSES = 1_000
/** Time of block 0, in seconds since 1970. */
export const TIME = Date.parse("2026-11-20T12:00:00Z") / 1000
export const SENDER = `0x${"11".repeat(20)}`

export function networkOf(chain: string): Network {
  return NETWORKS.find((each) => each.chain === chain)!
}

/** The address with this number. */
export const address = (number: number): string =>
  `0xdd${number.toString(16).padStart(38, "0")}`
/** The hash with this number. */
export const hash = (number: number): string =>
  `0x${number.toString(16).padStart(64, "0")}`
export const hex = (number: number | bigint): string =>
  `0x${number.toString(16)}`
const word = (digits: string): string =>
  `0x${digits.replace("0x", "").padStart(64, "0")}`

/** A transfer in the block of its number, 10.50 USDC by default. */
export type NodeTransfer = {
  block: number
  to: string
  token?: string
  units?: bigint
  logIndex?: number
  /** Changes of its log. */
  log?: object
}

export type Filter = {
  fromBlock: string
  toBlock: string
  address: string[]
  topics: [string[], null, string[]]
}

type Refusal = { code: number; message: string }

/** A node's chain, and what it refuses. */
export type NodeOptions = {
  latest: number
  finalized: number
  /** The oldest block that it still has. */
  oldest: number
  transfers: readonly NodeTransfer[]
  network: Network
  /** Its EIP-155 chain id. */
  chainId: number
  /** Names of blocks that it knows. */
  tags: string[]
  /** Methods that it limits. */
  limited: string[]
  /** Most blocks of eth_getLogs. */
  maxBlocks: number
  /** Refuses other filters. */
  refuse(filter: Filter): Refusal | null
  /** Answers with all its logs. */
  ignoresFilters: boolean
  /** Shows a final block after its newest one. */
  unchecked: boolean
  /** Seconds that its blocks are older. */
  age: number
  /** Results about some blocks and transactions instead, by number or hash. */
  results: Record<string, object>
  /** Numbers of blocks that are not those of their logs any more. */
  replaced: readonly number[]
}

/** Answers as a node does. Its options may be changed between calls. */
export function node(options: Partial<NodeOptions> = {}): {
  options: NodeOptions
  answer: Answering
} {
  const { network = polygon } = options
  const all: NodeOptions = {
    network,
    latest: 110,
    finalized: 100,
    oldest: 0,
    transfers: [],
    chainId: network.evmChainId,
    tags: ["finalized", "safe"],
    limited: [],
    maxBlocks: Infinity,
    refuse: () => null,
    ignoresFilters: false,
    unchecked: false,
    age: 0,
    results: {},
    replaced: [],
    ...options,
  }
  return {
    options: all,
    answer: (asked, response) => {
      respond(
        response,
        200,
        asked.map(({ id, method, params: [about] }) => ({
          jsonrpc: "2.0",
          id,
          ...(all.limited.includes(method)
            ? { error: { code: -32005, message: "limit" } }
            : answerTo(method, about, all)),
        }))
      )
    },
  }
}

function answerTo(method: string, about: unknown, options: NodeOptions) {
  const result = options.results[String(about)]
  if (result) {
    return { result }
  }
  switch (method) {
    case "eth_chainId":
      return { result: hex(options.chainId) }
    case "eth_getLogs":
      return logs(about as Filter, options)
    case "eth_getTransactionReceipt":
      return { result: receipt(String(about), options) }
    default:
      return block(String(about), options)
  }
}

function receipt(txHash: string, { transfers, latest }: NodeOptions) {
  const mined = transfers.filter(
    ({ block }) => hash(block) === txHash && block <= latest
  )
  const [first] = mined
  return first
    ? {
        transactionHash: txHash,
        blockHash: txHash,
        blockNumber: hex(first.block),
        status: "0x1",
        logs: mined.map(logOf),
      }
    : null
}

function block(
  tag: string,
  { latest, finalized, oldest, unchecked, age, tags, ...options }: NodeOptions
) {
  if (!tag.startsWith("0x") && !["latest", ...tags].includes(tag)) {
    return { error: { code: -32602, message: "unknown block" } }
  }
  const number = { latest, finalized }[tag] ?? Number(tag)
  const fork = options.replaced.includes(number) ? 1_000_000 : 0
  const found = {
    number: hex(number),
    hash: hash(number + fork),
    timestamp: hex(TIME + number - age),
  }
  const isMissing = number < oldest || (number > latest && !unchecked)
  return { result: isMissing ? null : found }
}

function logs(filter: Filter, options: NodeOptions) {
  const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
  const [signatures, , receivers] = filter.topics
  const refusal =
    from > to || from > options.latest
      ? { code: -32602, message: "invalid block range params" }
      : to - from + 1 > options.maxBlocks
        ? { code: -32600, message: `up to ${options.maxBlocks} blocks` }
        : receivers.length > MAX_ADDRESSES
          ? { code: -32000, message: "exceed max addresses or topics" }
          : options.refuse(filter)
  if (refusal) {
    return { error: refusal }
  }
  // An empty list is any value.
  const has = (values: string[], value: string) =>
    !values.length ||
    values.some((each) => each.toLowerCase() === value.toLowerCase())
  return {
    result: options.transfers
      .map(logOf)
      .filter(
        (log) =>
          options.ignoresFilters ||
          (from <= Number(log.blockNumber) &&
            Number(log.blockNumber) <= Math.min(to, options.latest) &&
            has(filter.address, log.address) &&
            has(signatures, log.topics[0]!) &&
            has(receivers, log.topics[2]!))
      ),
  }
}

/** The log of a transfer. */
function logOf({
  block: number,
  to,
  token = polygon.tokens.USDC!.address,
  units = 10_500_000n,
  logIndex = 0,
  log = {},
}: NodeTransfer) {
  return {
    address: token,
    topics: [TRANSFER_TOPIC, word(SENDER), word(to)],
    data: word(units.toString(16)),
    logIndex: hex(logIndex),
    transactionHash: hash(number),
    blockNumber: hex(number),
    blockHash: hash(number),
    ...log,
  }
}
