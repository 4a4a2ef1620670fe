import type { Block } from "../chain/blocks"
import type { Mined, NetworkChain } from "../chain/network-chain"
import type { BlockTag, LogFilter } from "./params"
import { invalidParams, RpcRefusal } from "./rpc-refusal"
import type { RpcRules } from "./rpc-rules"

/** The blocks of a network as one of its nodes has them. */
export class NodeView {
  /**
   * @param lag blocks that the node is behind
   * @param age seconds that its blocks are older
   */
  constructor(
    readonly chain: NetworkChain,
    readonly rules: RpcRules,
    private readonly lag: number,
    private readonly age: number
  ) {}

  get head(): number {
    return Math.max(0, this.chain.blocks.head.number - this.lag)
  }

  /** Undefined: the node does not have it yet. */
  block(tag: BlockTag): Block | undefined {
    const number = this.#numberOf(tag)
    const block = number > this.head ? undefined : this.chain.blocks.at(number)
    return block && { ...block, timestamp: block.timestamp - this.age }
  }

  nativeBalance(address: string, tag: BlockTag): bigint {
    const number = Math.min(this.#numberOf(tag), this.head)
    return this.chain.nativeBalance(address, number)
  }

  /** Undefined: it is in no block that the node has. */
  transaction(hash: string): Mined | undefined {
    const mined = this.chain.find(hash)
    return mined && mined.block.number <= this.head ? mined : undefined
  }

  /**
   * The blocks of a filter that the node has.
   *
   * @throws RpcRefusal for an unknown hash, a range that ends before it begins
   *   or that is too large
   */
  blocksOf({ blockHash, fromBlock, toBlock }: LogFilter): Block[] {
    if (blockHash) {
      if (fromBlock ?? toBlock) {
        throw invalidParams(
          "cannot specify both blockHash and fromBlock/toBlock, choose one or the other"
        )
      }
      return [this.#blockWith(blockHash)]
    }
    const first = this.#numberOf(fromBlock ?? "latest")
    const last = this.#numberOf(toBlock ?? "latest")
    if (last < first) {
      throw invalidParams("invalid block range params")
    }
    const { maxLogRange } = this.rules
    if (maxLogRange !== null && last - first >= maxLogRange) {
      // The error of QuickNode.
      throw new RpcRefusal(
        -32614,
        `eth_getLogs is limited to a ${maxLogRange} range`
      )
    }
    return this.chain.blocks.between(first, Math.min(last, this.head))
  }

  #blockWith(hash: string): Block {
    const block = this.chain.blocks.withHash(hash)
    if (!block || block.number > this.head) {
      throw new RpcRefusal(-32000, "unknown block")
    }
    return block
  }

  /** The number of a block, which the node may not have yet. */
  #numberOf(tag: BlockTag): number {
    switch (tag) {
      case "earliest":
        return 0
      case "latest":
        return this.head
      case "safe":
      case "finalized":
        this.#assertKnows(tag)
        return Math.min(this.chain.blocks.finalized, this.head)
      default:
        return tag
    }
  }

  #assertKnows(tag: string): void {
    switch (this.rules.finalizedTagError) {
      case -32602:
        throw invalidParams("invalid argument 0: hex string without 0x prefix")
      case -39001:
        throw new RpcRefusal(-39001, `${tag} block not found`)
      case null:
    }
  }
}
