import type { NetworkChain } from "../chain/network-chain"
import type { TokenContract } from "../chain/token-contracts"
import { eventsOf } from "../chain/transaction"
import type { NodeView } from "./node-view"
import { type LogFilter, PARAMS, parseParams } from "./params"
import { invalidParams, RpcRefusal } from "./rpc-refusal"
import {
  abiString,
  blockData,
  GAS_PRICE,
  logData,
  quantity,
  receiptData,
  word,
} from "./wire"

const SYMBOL = "0x95d89b41"
const DECIMALS = "0x313ce567"
const BALANCE_OF = "0x70a08231"

/** A contract that only stops, which is enough to be one. */
const CODE = "0x00"

type Params = readonly unknown[]

/** The methods of a node. Each throws RpcRefusal. */
const METHODS: Record<string, (params: Params, node: NodeView) => unknown> = {
  eth_chainId: (_, { chain }) => quantity(chain.network.evmChainId),
  net_version: (_, { chain }) => String(chain.network.evmChainId),
  web3_clientVersion: () => "medusa-payment-stablecoin/sandbox",
  eth_gasPrice: () => GAS_PRICE,
  eth_blockNumber: (_, { head }) => quantity(head),

  eth_getBlockByNumber: (params, node) => {
    const [tag, full] = parseParams(PARAMS.block, params)
    if (full) {
      throw invalidParams("the sandbox lists transactions by hash only")
    }
    const block = node.block(tag)
    return block ? blockData(block) : null
  },
  eth_getTransactionReceipt: (params, node) => {
    const [hash] = parseParams(PARAMS.hash, params)
    const mined = node.transaction(hash)
    return mined ? receiptData(mined) : null
  },
  eth_getLogs: (params, node) => {
    const [filter] = parseParams(PARAMS.logs, params)
    return logsOf(node, filter)
  },

  // State is that of the last block, whichever block is named.
  eth_call: (params, { chain }) => {
    const [{ to, data, input = data }] = parseParams(PARAMS.call, params)
    return to ? callContract(chain, to, input ?? "0x") : "0x"
  },
  eth_getCode: (params, { chain }) => {
    const [address] = parseParams(PARAMS.account, params)
    return codeAt(chain, address)
  },
  eth_getBalance: (params, node) => {
    const [address, tag] = parseParams(PARAMS.account, params)
    return quantity(node.nativeBalance(address, tag ?? "latest"))
  },
}

/** Executes a call. @throws RpcRefusal -32601 for an unknown method */
export function execute(
  method: string,
  params: Params,
  node: NodeView
): unknown {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!run) {
    throw new RpcRefusal(
      -32601,
      `the method ${method} does not exist/is not available`
    )
  }
  return run(params, node)
}

/** Result of `eth_getLogs`, in the order of blocks. @throws RpcRefusal */
function logsOf(
  node: NodeView,
  filter: LogFilter
): ReturnType<typeof logData>[] {
  const contracts = lowerCase(filter.address)
  const topics = (filter.topics ?? []).map(lowerCase)
  const logs = node
    .blocksOf(filter)
    .flatMap(eventsOf)
    .filter(({ token }) => fits(token.address, contracts))
    .map(logData)
    .filter(
      (log) =>
        topics.length <= log.topics.length &&
        topics.every((values, index) => fits(log.topics[index], values))
    )
  const { maxLogs } = node.rules
  if (maxLogs !== null && logs.length > maxLogs) {
    // The error of Alchemy.
    throw invalidParams(
      `Log response size exceeded. You can request any block range with a cap of ${maxLogs} logs in the response.`
    )
  }
  return logs
}

function lowerCase(values: string[] | null | undefined): Set<string> {
  return new Set(values?.map((value) => value.toLowerCase()))
}

/** Without values, anything fits. */
function fits(value: string | undefined, values: Set<string>): boolean {
  return values.size === 0 || (value !== undefined && values.has(value))
}

/** Result of `eth_getCode`: "0x" where there is no contract. */
function codeAt(chain: NetworkChain, address: string): string {
  return chain.tokens.at(address) ? CODE : "0x"
}

/**
 * Result of `eth_call`: "0x" where there is no contract.
 *
 * @throws RpcRefusal if the contract has no such function
 */
function callContract(chain: NetworkChain, to: string, input: string): string {
  const token = chain.tokens.at(to)
  return token ? callToken(token, input) : "0x"
}

function callToken(
  { symbol, decimals, balances }: TokenContract,
  input: string
): string {
  switch (input.slice(0, 10).toLowerCase()) {
    case SYMBOL:
      return abiString(symbol)
    case DECIMALS:
      return `0x${word(decimals)}`
    case BALANCE_OF:
      return `0x${word(balances.get(addressIn(input)) ?? 0n)}`
    default:
      throw reverted()
  }
}

/** The address that is the only argument. */
function addressIn(input: string): string {
  const [, address] = /^0x.{8}0{24}([0-9a-f]{40})/i.exec(input) ?? []
  if (!address) {
    throw reverted()
  }
  return `0x${address.toLowerCase()}`
}

function reverted(): RpcRefusal {
  return new RpcRefusal(-32000, "execution reverted")
}
