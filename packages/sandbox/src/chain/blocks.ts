import { randomBytes } from "node:crypto"
import { SandboxError } from "../sandbox-error"
import type { Transaction } from "./transaction"

/** A block. Hashes are in lower case. */
export type Block = {
  number: number
  hash: string
  parentHash: string
  /** Seconds since 1970. */
  timestamp: number
  transactions: readonly Transaction[]
}

/** Age in seconds of a last block that readers do not see. */
const IDLE_AFTER = 60

/** The blocks of a network, from block 0. */
export class Blocks {
  readonly #blocks: Block[] = []
  readonly #byHash = new Map<string, Block>()
  readonly #byTransaction = new Map<string, Block>()
  /** Number of the last final block. It never decreases. */
  #finalized = 0
  #finalityDepth: number

  /** @param finalityDepth blocks behind the head that are not final */
  constructor(
    finalityDepth: number,
    private readonly now: () => number
  ) {
    this.#finalityDepth = finalityDepth
    this.mine([])
  }

  get head(): Block {
    return this.#blocks[this.#blocks.length - 1]!
  }

  get finalized(): number {
    return this.#finalized
  }

  get finalityDepth(): number {
    return this.#finalityDepth
  }

  /** Changes when later blocks become final. Final blocks stay final. */
  set finalityDepth(depth: number) {
    this.#finalityDepth = depth
    this.#finalize()
  }

  at(number: number): Block | undefined {
    return this.#blocks[number]
  }

  /** Blocks by number, both included. Later ones than the head are left out. */
  between(first: number, last: number): Block[] {
    return this.#blocks.slice(first, last + 1)
  }

  withHash(hash: string): Block | undefined {
    return this.#byHash.get(hash.toLowerCase())
  }

  ofTransaction(hash: string): Block | undefined {
    return this.#byTransaction.get(hash.toLowerCase())
  }

  mine(transactions: readonly Transaction[]): Block {
    const parent = this.#blocks.at(-1)
    const block: Block = {
      number: this.#blocks.length,
      hash: randomHash(),
      parentHash: parent?.hash ?? `0x${"0".repeat(64)}`,
      // The clock may be set back, a block's time may not.
      timestamp: Math.max(parent?.timestamp ?? 0, this.#seconds),
      transactions,
    }
    this.#blocks.push(block)
    this.#byHash.set(block.hash, block)
    for (const { hash } of transactions) {
      this.#byTransaction.set(hash, block)
    }
    this.#finalize()
    return block
  }

  /**
   * Mines an empty block if the last one is a minute old. Real networks never
   * pause, so readers take an old head for a node that is behind.
   */
  keepUp(): void {
    if (this.#seconds - this.head.timestamp >= IDLE_AFTER) {
      this.mine([])
    }
  }

  /**
   * Removes the last blocks.
   *
   * @returns them, oldest first
   * @throws SandboxError 409 if one of them is final
   */
  removeLast(depth: number): Block[] {
    const replaceable = this.head.number - this.#finalized
    if (depth > replaceable) {
      throw new SandboxError(
        `Only the last ${replaceable} blocks can be replaced, not ${depth}: block ${this.#finalized} is final. Set a finality depth before you mine the blocks to replace.`,
        409
      )
    }
    const removed = this.#blocks.splice(this.#blocks.length - depth, depth)
    for (const { hash, transactions } of removed) {
      this.#byHash.delete(hash)
      for (const transaction of transactions) {
        this.#byTransaction.delete(transaction.hash)
      }
    }
    return removed
  }

  get #seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  #finalize(): void {
    this.#finalized = Math.max(
      this.#finalized,
      this.head.number - this.#finalityDepth
    )
  }
}

export function randomHash(): string {
  return `0x${randomBytes(32).toString("hex")}`
}
