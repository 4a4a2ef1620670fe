import type { Block } from "../chain/blocks"
import type { Mined, NetworkChain } from "../chain/network-chain"
import type { BlockTag, LogFilter } from "./params"
import { invalidParams, RpcRefusal } from "./rpc-refusal"

/** The blocks of a network as one of its nodes has them. */
export class NodeView {
  constructor(readonly chain: NetworkChain) {}

  get head(): number {
    return this.chain.blocks.head.number
  }

  /** Undefined: the node does not have it yet. */
  block(tag: BlockTag): Block | undefined {
    return this.chain.blocks.at(this.#numberOf(tag))
  }

  /** Undefined: it is in no block that the node has. */
  transaction(hash: string): Mined | undefined {
    return this.chain.find(hash)
  }

  /**
   * The blocks of a filter that the node has.
   *
   * @throws RpcRefusal for an unknown hash, or a range that ends before it
   *   begins
   */
  blocksOf({ blockHash, fromBlock, toBlock }: LogFilter): Block[] {
    if (blockHash) {
      if (fromBlock ?? toBlock) {
        throw invalidParams(
          "cannot specify both blockHash and fromBlock/toBlock, choose one or the other"
        )
      }
      const block = this.chain.blocks.withHash(blockHash)
      if (!block) {
        throw new RpcRefusal(-32000, "unknown block")
      }
      return [block]
    }
    const first = this.#numberOf(fromBlock ?? "latest")
    const last = this.#numberOf(toBlock ?? "latest")
    if (last < first) {
      throw invalidParams("invalid block range params")
    }
    return this.chain.blocks.between(first, last)
  }

  #numberOf(tag: BlockTag): number {
    switch (tag) {
      case "earliest":
        return 0
      case "latest":
        return this.head
      case "safe":
      case "finalized":
        return this.chain.blocks.finalized
      default:
        return tag
    }
  }
}
