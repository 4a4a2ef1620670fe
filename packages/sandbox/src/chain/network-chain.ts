import { createHash } from "node:crypto"
import type { Network } from "../../../../src/blockchain/networks"
import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { SandboxError } from "../sandbox-error"
import { newAddress, newHash, toAddress } from "./transfer"
import type { Transfer, TransferInput } from "./transfer"
import { fromBaseUnits, toBaseUnits } from "./units"

/** Age in seconds of a last block that readers do not see. */
const IDLE_AFTER = 60

/** The last block of a network, and which blocks are final. */
export type ChainHead = {
  chain: ChainCode
  block: number
  /** Number of the last final block. */
  finalized: number
  /** Blocks behind the head that are not final. */
  finalityDepth: number
}

/** A coin that a network takes, or is mistaken for one. */
export type Coin = {
  name: string
  /** Null: the network's own coin, which has no contract and no logs. */
  address: string | null
  decimals: number
}

/**
 * One network in memory: a list of transfers, and the times of the blocks that
 * they are in. Accounts have no balance: each can send any amount.
 */
export class NetworkChain {
  readonly code: ChainCode
  readonly transfers: Transfer[] = []
  readonly coins: Coin[]
  /** Seconds since 1970 of each block. */
  readonly #times: number[] = []
  readonly #seed = newAddress()
  /** Number of the last final block. It never decreases. */
  #finalized = 0

  /** @param finalityDepth blocks behind the head that are not final */
  constructor(
    readonly network: Network,
    private finalityDepth: number
  ) {
    this.code = network.chain as ChainCode
    this.coins = Object.entries({ ...network.tokens, ...network.others }).map(
      ([name, { address, decimals }]) => {
        return { name, address: address.toLowerCase(), decimals }
      }
    )
    this.coins.push({ name: network.native, address: null, decimals: 18 })
    this.mine(1)
  }

  get head(): ChainHead {
    return {
      chain: this.code,
      block: this.#times.length - 1,
      finalized: this.#finalized,
      finalityDepth: this.finalityDepth,
    }
  }

  /** Mines empty blocks. */
  mine(blocks = 1): ChainHead {
    for (let mined = 0; mined < blocks; mined++) {
      // The clock may be set back, a block's time may not.
      this.#times.push(Math.max(this.#times.at(-1) ?? 0, seconds()))
    }
    return this.setFinality(this.finalityDepth)
  }

  /**
   * Mines an empty block if the last one is a minute old. Real networks never
   * pause, so readers take an old head for a node that is behind.
   */
  keepUp(): void {
    if (seconds() - this.timeOf(this.head.block) >= IDLE_AFTER) {
      this.mine()
    }
  }

  /**
   * Sets how many blocks behind the head are not final. Final blocks stay
   * final.
   */
  setFinality(depth: number): ChainHead {
    this.finalityDepth = depth
    const final = this.head.block - depth
    this.#finalized = Math.max(this.#finalized, final)
    return this.head
  }

  /** Makes all blocks older. */
  age(by: number): void {
    this.#times.forEach((time, block) => (this.#times[block] = time - by))
  }

  /** Seconds since 1970. */
  timeOf(block: number): number {
    return this.#times[block] ?? 0
  }

  hashOf(block: number): string {
    const text = `${this.#seed}/${this.code}/${block}`
    return `0x${createHash("sha256").update(text).digest("hex")}`
  }

  /**
   * Moves coins in one transaction, which is mined at once, in its own block.
   *
   * @param status a reverted one moves nothing
   * @returns the transfers, with the same hash
   * @throws SandboxError if there is no such coin, address or amount
   */
  send(
    inputs: readonly TransferInput[],
    status: Transfer["status"] = "success"
  ): Transfer[] {
    const block = this.head.block + 1
    const txHash = newHash()
    const sent = inputs.map(({ currency, from, to, amount }, logIndex) => {
      const { name, decimals } = this.coinOf(currency)
      return {
        txHash,
        chain: this.code,
        currency: name,
        from: toAddress(from),
        to: toAddress(to),
        amount: fromBaseUnits(toBaseUnits(amount, decimals), decimals),
        status,
        block,
        logIndex,
      }
    })
    this.mine()
    this.transfers.push(...sent)
    return structuredClone(sent)
  }

  /** The transfers of a transaction, in order. */
  find(txHash: string): Transfer[] {
    const hash = txHash.toLowerCase()
    return this.transfers.filter((each) => each.txHash === hash)
  }

  /**
   * The coin of a name or contract. A contract that the network does not list
   * is a stranger's, with 6 decimals.
   *
   * @throws SandboxError 404 for another name
   */
  coinOf(currency: string): Coin {
    const address = currency.toLowerCase()
    const known = this.coins.find(
      (coin) => coin.name === currency || coin.address === address
    )
    if (known) {
      return known
    }
    if (!/^0x[0-9a-f]{40}$/.test(address)) {
      const names = this.coins.map(({ name }) => name).join(", ")
      throw new SandboxError(
        `There is no coin ${currency} on ${this.code}. There are ${names}, and any contract, by its address.`,
        404
      )
    }
    return { name: address, address, decimals: 6 }
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
