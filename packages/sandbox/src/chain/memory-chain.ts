import { randomBytes } from "node:crypto"
import { NETWORKS } from "../../../../src/blockchain/networks"
import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { SandboxError } from "../sandbox-error"
import { type ChainHead, NetworkChain } from "./network-chain"
import {
  type Receipt,
  receiptsOf,
  toAddress,
  toTransfer,
  type TransferInput,
} from "./receipts"
import type { Transfer } from "./transaction"
import { fromBaseUnits, toBaseUnits } from "./units"

/** The sender of faucet coins. */
const FAUCET = `0x${"f".repeat(40)}`

/** Blocks behind the head that are not final, for all networks or for each. */
export type Finality = number | Partial<Record<ChainCode, number>>

export type MemoryChainOptions = {
  /** Default 0: every block is final at once. */
  finality?: Finality
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

type Holding = { chain: ChainCode; currency: string; address: string }

/** Six networks in memory. Each transaction is mined at once, in its own block. */
export class MemoryChain {
  readonly #networks: ReadonlyMap<string, NetworkChain>

  constructor({ finality = 0, now = Date.now }: MemoryChainOptions = {}) {
    this.#networks = new Map(
      NETWORKS.map((network) => {
        const depth =
          typeof finality === "number"
            ? finality
            : finality[network.chain as ChainCode]
        return [network.chain, new NetworkChain(network, depth ?? 0, now)]
      })
    )
  }

  /** Creates an empty account, valid on every chain. */
  async createAccount(): Promise<string> {
    return newAddress()
  }

  /** Mints coins to an account. */
  async faucet(input: Omit<TransferInput, "from">): Promise<Receipt> {
    return this.mint(input)
  }

  /** The balance of an account, as a decimal string. */
  async balance(at: Holding): Promise<string> {
    return this.held(at)
  }

  /** Moves coins. @throws SandboxError if the balance is too low */
  async transfer(input: TransferInput): Promise<Receipt> {
    return this.move(input)
  }

  mint(input: Omit<TransferInput, "from">): Receipt {
    return this.#executeOne({ ...input, from: FAUCET }, "mint")
  }

  held({ chain, currency, address }: Holding): string {
    const { balances, decimals } = this.network(chain).tokens.of(currency)
    return fromBaseUnits(balances.get(toAddress(address)) ?? 0n, decimals)
  }

  move(input: TransferInput): Receipt {
    return this.#executeOne(input, "move")
  }

  /** Records a reverted transfer: it has a receipt and moved no coins. */
  async failTransfer(input: TransferInput): Promise<Receipt> {
    const network = this.network(input.chain)
    const mined = network.revert([toTransfer(network, input, "move")])
    return receiptsOf(network, mined)[0]!
  }

  /**
   * The transfers of a transaction on that chain, in order. Empty if it does
   * not exist.
   */
  async receipts(chain: ChainCode, txHash: string): Promise<Receipt[]> {
    const network = this.network(chain)
    const mined = network.find(txHash)
    return mined ? receiptsOf(network, mined) : []
  }

  /**
   * Moves coins in one transaction of one chain: all transfers or none.
   *
   * @returns a receipt for each, with the same hash
   * @throws SandboxError if a balance is too low, or the chains differ
   */
  async transferBatch(inputs: readonly TransferInput[]): Promise<Receipt[]> {
    return this.#execute(inputs, "move")
  }

  /**
   * Emits a contract's `Transfer` event without moving coins, as any contract
   * may.
   */
  async emitTransfer(input: TransferInput): Promise<Receipt> {
    return this.#executeOne(input, "log")
  }

  /** Pays an account in the network's own coin, such as "0.004" ETH. */
  payNative({
    chain,
    to,
    amount,
  }: {
    chain: ChainCode
    to: string
    amount: string
  }): void {
    this.network(chain).payNative(toAddress(to), toBaseUnits(amount, 18))
  }

  /**
   * Deploys a token contract, which may have the symbol of another. Its address
   * is its name in transfers.
   */
  deployToken({
    chain,
    symbol,
    decimals = 6,
  }: {
    chain: ChainCode
    symbol: string
    decimals?: number
  }): { chain: ChainCode; address: string; symbol: string; decimals: number } {
    const { address } = this.network(chain).tokens.deploy(symbol, decimals)
    return { chain, address, symbol, decimals }
  }

  /** Mines empty blocks. */
  mine(chain: ChainCode, blocks = 1): ChainHead {
    return this.network(chain).mine(blocks)
  }

  /**
   * Replaces the last blocks, whose transactions vanish.
   *
   * @param options `keep` mines the transactions again, in one more block and
   *   at other log indexes
   * @returns the new head, and the hashes of the replaced transactions
   * @throws SandboxError 409 if one of the blocks is final
   */
  reorg(
    chain: ChainCode,
    depth: number,
    { keep = false }: { keep?: boolean } = {}
  ): ChainHead & { transactions: string[] } {
    const network = this.network(chain)
    const replaced = network.reorganize(depth, keep)
    return { ...network.head, transactions: replaced.map(({ hash }) => hash) }
  }

  /**
   * Sets how many blocks behind the head are not final. Final blocks stay
   * final.
   */
  setFinality(chain: ChainCode, depth: number): ChainHead {
    return this.network(chain).setFinality(depth)
  }

  head(chain: ChainCode): ChainHead {
    return this.network(chain).head
  }

  /** The heads of all networks. */
  heads(): ChainHead[] {
    return [...this.#networks.values()].map(({ head }) => head)
  }

  /** @throws SandboxError 404 if the gateway has no such chain */
  network(chain: ChainCode): NetworkChain {
    const network = this.#networks.get(chain)
    if (!network) {
      throw new SandboxError(`There is no chain ${chain}.`, 404)
    }
    return network
  }

  #executeOne(input: TransferInput, kind: Transfer["kind"]): Receipt {
    return this.#execute([input], kind)[0]!
  }

  #execute(
    inputs: readonly TransferInput[],
    kind: Transfer["kind"]
  ): Receipt[] {
    const [chain, ...others] = new Set(inputs.map((each) => each.chain))
    if (!chain || others.length) {
      throw new SandboxError(
        "A transaction has transfers of exactly one chain.",
        422
      )
    }
    const network = this.network(chain)
    const transfers = inputs.map((input) => toTransfer(network, input, kind))
    return receiptsOf(network, network.execute(transfers))
  }
}

export function newAddress(): string {
  return `0x${randomBytes(20).toString("hex")}`
}
