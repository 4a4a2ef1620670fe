import { differenceOf, isMoreThan } from "../../../../src/ledger/money"
import type { Chain as ChainCode } from "../../../../src/gateway/schemas"
import { type MemoryChain, newAddress } from "./memory-chain"
import type { Receipt } from "./receipts"

/**
 * Spare coins beyond the current order, so that the balance looks realistic.
 */
const SPARE = "1000.00"

type Purchase = { chain: ChainCode; currency: string; amount: string }

/**
 * The buyer's wallet built into the checkout page. It never runs out: the
 * faucet refills it.
 */
export class Wallet {
  readonly address = newAddress()

  constructor(private readonly chain: MemoryChain) {}

  /** The balance, topped up to cover this purchase. */
  balanceFor({ chain, currency, amount }: Purchase): string {
    const at = { chain, currency, address: this.address }
    const held = this.chain.held(at)
    if (isMoreThan(amount, held)) {
      const missing = differenceOf(amount, differenceOf(held, SPARE))
      this.chain.mint({ chain, currency, to: this.address, amount: missing })
    }
    return this.chain.held(at)
  }

  /** Sends exactly the amount. */
  async pay(purchase: Purchase & { to: string }): Promise<Receipt> {
    this.balanceFor(purchase)
    return this.chain.move({ ...purchase, from: this.address })
  }
}
