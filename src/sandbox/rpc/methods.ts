import { callContract, codeAt } from "./contracts"
import { quantity } from "./hex"
import { logsOf } from "./logs"
import type { NodeView } from "./node-view"
import { PARAMS, parseParams } from "./params"
import { invalidParams, RpcRefusal } from "./rpc-refusal"
import { blockData, GAS_PRICE, receiptData } from "./wire"

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
