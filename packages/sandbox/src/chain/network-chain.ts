import type { Network } from "../../../../src/blockchain/networks"
import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { SandboxError } from "../sandbox-error"
import { type Block, Blocks, randomHash } from "./blocks"
import { TokenContracts } from "./token-contracts"
import { effectsOf, type Transaction, type Transfer } from "./transaction"
import { fromBaseUnits } from "./units"

/** Called by transactions with several transfers. */
const BATCH_CONTRACT = `0x${"ba7c".repeat(10)}`

/** More at once would only cost memory. */
const MAX_BLOCKS = 100_000

/** The last block of a network, and which blocks are final. */
export type ChainHead = {
  chain: ChainCode
  block: number
  hash: string
  /** Number of the last final block. */
  finalized: number
  /** Blocks behind the head that are not final. */
  finalityDepth: number
}

/** An executed transaction and its block. */
export type Mined = { block: Block; transaction: Transaction }

/** One network in memory: its coins, its blocks, and what they do to balances. */
export class NetworkChain {
  readonly tokens: TokenContracts
  readonly blocks: Blocks
  /** Payments in the network's own coin, in base units. */
  readonly #native: { to: string; units: bigint; block: number }[] = []

  /** @param finalityDepth blocks behind the head that are not final */
  constructor(
    readonly network: Network,
    finalityDepth: number,
    now: () => number
  ) {
    this.tokens = new TokenContracts(network)
    this.blocks = new Blocks(finalityDepth, now)
  }

  /**
   * Mines a transaction with these transfers: all of them, or none.
   *
   * @throws SandboxError 409 if a sender's balance is too low
   */
  execute(transfers: readonly Transfer[]): Mined {
    applyAll(transfers, this.chain)
    return this.#mine(transfers, "success")
  }

  /** Mines a transaction that reverted: it moves nothing and has no logs. */
  revert(transfers: readonly Transfer[]): Mined {
    return this.#mine(transfers, "reverted")
  }

  /** Mines a payment in the network's own coin, which has no log. */
  payNative(to: string, units: bigint): void {
    const { number: block } = this.blocks.mine([])
    this.#native.push({ to: to.toLowerCase(), units, block })
  }

  /** The balance in the network's own coin, in base units. */
  nativeBalance(address: string, block: number): bigint {
    const holder = address.toLowerCase()
    return this.#native
      .filter((each) => each.to === holder && each.block <= block)
      .reduce((sum, { units }) => sum + units, 0n)
  }

  get chain(): ChainCode {
    return this.network.chain as ChainCode
  }

  get head(): ChainHead {
    const { head, finalized, finalityDepth } = this.blocks
    const { number: block, hash } = head
    return { chain: this.chain, block, hash, finalized, finalityDepth }
  }

  /** Mines empty blocks. @throws SandboxError 422 for too many */
  mine(blocks: number): ChainHead {
    assertCount(blocks, 1)
    for (let mined = 0; mined < blocks; mined++) {
      this.blocks.mine([])
    }
    return this.head
  }

  /** Sets how many blocks behind the head are not final. */
  setFinality(depth: number): ChainHead {
    assertCount(depth, 0)
    this.blocks.finalityDepth = depth
    return this.head
  }

  find(txHash: string): Mined | undefined {
    const hash = txHash.toLowerCase()
    const block = this.blocks.ofTransaction(hash)
    const transaction = block?.transactions.find((each) => each.hash === hash)
    return block && transaction && { block, transaction }
  }

  /**
   * Replaces the last blocks by others.
   *
   * @param keep mines their transactions again, in one more block and at other
   *   log indexes. Otherwise they have never happened
   * @returns the transactions of the replaced blocks
   * @throws SandboxError 409 if one of the blocks is final
   */
  reorganize(depth: number, keep: boolean): readonly Transaction[] {
    assertCount(depth, 1)
    const transactions = this.blocks
      .removeLast(depth)
      .flatMap((block) => block.transactions)
    this.mine(depth)
    if (keep) {
      this.blocks.mine([this.#foreignTransaction(), ...transactions])
    } else {
      undoAll(transactions.flatMap(effectsOf))
    }
    return transactions
  }

  #mine(transfers: readonly Transfer[], status: Transaction["status"]): Mined {
    const [first, ...others] = transfers
    if (!first) {
      throw new SandboxError("A transaction needs a transfer.", 422)
    }
    const transaction: Transaction = {
      hash: randomHash(),
      from: first.from,
      to: others.length ? BATCH_CONTRACT : first.token.address,
      status,
      transfers,
    }
    return { block: this.blocks.mine([transaction]), transaction }
  }

  /** Takes the first log index of its block. */
  #foreignTransaction(): Transaction {
    const token = this.tokens.deploy("OTHER", 18)
    const { address } = token
    return {
      hash: randomHash(),
      from: address,
      to: address,
      status: "success",
      transfers: [
        { token, from: address, to: address, units: 1n, kind: "log" },
      ],
    }
  }
}

function assertCount(blocks: number, min: number): void {
  if (!Number.isInteger(blocks) || blocks < min || blocks > MAX_BLOCKS) {
    throw new SandboxError(
      `${blocks} is not a number of blocks from ${min} to ${MAX_BLOCKS}.`,
      422
    )
  }
}

/**
 * Moves the coins of all transfers, or of none.
 *
 * @throws SandboxError 409 if a sender's balance is too low
 */
function applyAll(transfers: readonly Transfer[], chain: string): void {
  const done: Transfer[] = []
  try {
    for (const transfer of transfers) {
      assertHeld(transfer, chain)
      apply(transfer)
      done.push(transfer)
    }
  } catch (error) {
    undoAll(done)
    throw error
  }
}

/** Moves the coins of transfers back. */
function undoAll(transfers: readonly Transfer[]): void {
  for (const transfer of transfers) {
    apply({ ...transfer, units: -transfer.units })
  }
}

function assertHeld(
  { token, from, units, kind }: Transfer,
  chain: string
): void {
  const { currency, decimals, balances } = token
  const held = balances.get(from) ?? 0n
  if (kind === "move" && held < units) {
    const has = fromBaseUnits(held, decimals)
    const needs = fromBaseUnits(units, decimals)
    throw new SandboxError(
      `${from} holds ${has} ${currency} on ${chain}, not ${needs}. Give it coins with the faucet first.`,
      409
    )
  }
}

function apply({ token, from, to, units, kind }: Transfer): void {
  if (kind === "move") {
    change(token.balances, from, -units)
  }
  if (kind !== "log") {
    change(token.balances, to, units)
  }
}

function change(
  balances: Map<string, bigint>,
  address: string,
  units: bigint
): void {
  balances.set(address, (balances.get(address) ?? 0n) + units)
}
