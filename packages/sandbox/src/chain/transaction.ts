import type { Block } from "./blocks"
import type { TokenContract } from "./token-contracts"

/** A transfer within a transaction. Addresses are in lower case. */
export type Transfer = {
  token: TokenContract
  from: string
  to: string
  /** Base units. */
  units: bigint
  /**
   * `mint` creates coins. `log` only emits the event, as any contract may.
   */
  kind: "move" | "mint" | "log"
}

export type Transaction = {
  hash: string
  from: string
  /** The contract that it calls. */
  to: string
  /** A reverted one is in a block, moved nothing and has no logs. */
  status: "success" | "reverted"
  transfers: readonly Transfer[]
}

/** A `Transfer` event, with its place in the chain. */
export type TransferEvent = Transfer & {
  block: Block
  transactionHash: string
  transactionIndex: number
  /** Position among all logs of the block. */
  logIndex: number
}

/** The transfers that a transaction made: none if it reverted. */
export function effectsOf({
  status,
  transfers,
}: Transaction): readonly Transfer[] {
  return status === "success" ? transfers : []
}

/** The events of a block, in order. */
export function eventsOf(block: Block): TransferEvent[] {
  let logIndex = 0
  return block.transactions.flatMap((transaction, transactionIndex) =>
    effectsOf(transaction).map((transfer) => ({
      ...transfer,
      block,
      transactionHash: transaction.hash,
      transactionIndex,
      logIndex: logIndex++,
    }))
  )
}
