import type { Network } from "../../../src/blockchain/networks"

/** Addresses in any case; `units` are base units of the coin. */
export type TestTransfer = { token: string; to: string; units: bigint }

/**
 * A chain that a test moves: anvil, which is a real node, or the sandbox, which
 * simulates one.
 *
 * Each transaction is in a block of its own when its promise resolves, with its
 * hash.
 */
export type TestChain = {
  /** An endpoint of JSON-RPC. */
  url: string
  /** With the addresses that its contracts have on this chain. */
  network: Network
  /** `finalized` is so many blocks below `latest`. */
  finalityDepth: number
  /** Holds all coins. In lower case. */
  sender: string
  transfer(transfer: TestTransfer): Promise<string>
  /** Of a sender without coins, so that the transaction fails in its block. */
  failedTransfer(transfer: TestTransfer): Promise<string>
  /** One transaction that emits one log for each, in this order. */
  batchTransfer(
    token: string,
    transfers: readonly Omit<TestTransfer, "token">[]
  ): Promise<string>
  /** @returns the address of a new coin, which the network does not list */
  deployToken(symbol: string, decimals: number): Promise<string>
  /** Adds empty blocks. */
  mine(blocks: number): Promise<void>
  /** Adds so many blocks that all before are final. */
  finalize(): Promise<void>
  close(): Promise<void>
}

/** A real node, which also replaces blocks, and runs any contract. */
export type RealChain = TestChain & {
  /** Emits the log of a transfer, and moves no coins. */
  emitWithoutMoving(transfer: TestTransfer): Promise<string>
  /**
   * Replaces the last blocks.
   *
   * @param kept hashes of all their transactions, in order, which are in one of
   *   the new blocks afterwards. Without them, the transactions are in no block
   */
  reorg(depth: number, kept?: readonly string[]): Promise<void>
}
