import { differenceOf, isMoreThan } from "../../ledger/money"
import type { Chain as ChainCode } from "../../gateway/schemas"
import type { Chain, Receipt } from "./chain"

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
  #last: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly chain: Chain,
    readonly address: string
  ) {}

  static async open(chain: Chain): Promise<Wallet> {
    return new Wallet(chain, await chain.createAccount())
  }

  /** The balance, topped up to cover this purchase. */
  async balanceFor(purchase: Purchase): Promise<string> {
    const { chain, currency, amount } = purchase
    const at = { chain, currency, address: this.address }
    const held = await this.chain.balance(at)
    if (isMoreThan(amount, held)) {
      await this.chain.faucet({
        chain,
        currency,
        to: this.address,
        amount: differenceOf(amount, differenceOf(held, SPARE)),
      })
    }
    return this.chain.balance(at)
  }

  /** Sends exactly the amount. */
  async pay(purchase: Purchase & { to: string }): Promise<Receipt> {
    // Serialized: two payments that see the same balance would both spend it.
    const paid = this.#last.then(async () => {
      await this.balanceFor(purchase)
      return await this.chain.transfer({ ...purchase, from: this.address })
    })
    this.#last = paid.catch(() => undefined)
    return await paid
  }
}
