import { randomBytes } from "node:crypto"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Cart, PaymentSession } from "../../harness/shop/shopper"
import { NETWORKS } from "../../../src/blockchain/networks"
import { type Chain, CHAINS, STABLECOINS } from "../../../src/gateway/schemas"
import {
  type OrderEntry,
  type PayOptions,
  SandboxError,
  type Transfer,
} from "../../../packages/sandbox/src"
import { Buyer } from "../buyer"
import type { Random } from "../random"

/** A payment that a buyer has started. */
export type Started = {
  cart: Cart
  session: PaymentSession
  /** The payment's id, which is the gateway's order number. */
  id: string
  order: OrderEntry
}

/** One buyer with a wallet, and a gateway that may lie about it. */
export class ChainBuyer {
  readonly #buyer: Buyer

  constructor(
    private readonly cluster: StoreCluster,
    readonly random: Random
  ) {
    this.#buyer = new Buyer(cluster)
  }

  /** Fills a cart and starts a payment, in any coin. */
  async start(chain = this.random.pick(CHAINS)): Promise<Started> {
    const cart = await this.#buyer.fillCart(1 + this.random.below(3))
    return await this.startAgain(cart, chain)
  }

  async startAgain(
    cart: Cart,
    chain = this.random.pick(CHAINS)
  ): Promise<Started> {
    const session = await this.#buyer.start(cart, "onchain", {
      chain,
      currency: this.random.pick(STABLECOINS),
    })
    const id = String(session.data.payment_id)
    const order = this.#sandbox.orders().find(({ orderNo }) => orderNo === id)
    if (!order) {
      throw new Error(`The gateway has no order ${id}.`)
    }
    return { cart, session, id, order }
  }

  async complete({ cart }: Started): Promise<void> {
    await this.#buyer.complete(cart)
  }

  /** Returns by the cancel URL. */
  async returnUnpaid({ session }: Started): Promise<void> {
    await this.#buyer.returnUnpaid(session)
  }

  /** Pays, and has the gateway confirm it. @returns the transfer's hash */
  async pay({ id }: Started, options: PayOptions = {}): Promise<string | null> {
    const paid = await this.#unlessEnded(() =>
      this.#sandbox.pay({ orderNo: id }, options)
    )
    return paid?.transfer?.txHash ?? null
  }

  /** Sends coins, without telling the gateway. @returns the transfer's hash */
  async send(
    started: Started,
    transfer: PayOptions = {}
  ): Promise<string | null> {
    return await this.pay(started, { ...transfer, confirm: false })
  }

  /** Has the gateway confirm a transfer that does not pay. */
  async payUnchecked(started: Started, options: PayOptions): Promise<void> {
    this.#sandbox.fault({ kind: "unchecked_confirmation" })
    await this.pay(started, options)
  }

  /** The same with a transfer that is not to the order's address. */
  async transferUnchecked(
    started: Started,
    transfer: (sandbox: StoreCluster["sandbox"]) => Transfer
  ): Promise<void> {
    const { txHash } = transfer(this.#sandbox)
    await this.payUnchecked(started, { txHash })
  }

  /** Pays for all orders by one transaction. @returns its hash */
  sendAtOnce(all: readonly [Started, ...Started[]]): string {
    const from = this.#sandbox.walletAddress
    const transfers = all.map(({ order }) => {
      const { currency, amount, destinationAddress: to } = order
      return { currency, amount, from, to }
    })
    const [sent] = this.#sandbox.chain(all[0].order.chain).send(transfers)
    return String(sent?.txHash)
  }

  /** Sends a paid webhook about a payment that is not paid. */
  forge({ id }: Started, txHash = hashOfNothing()): void {
    this.#sandbox.trigger(
      "payment_order.paid",
      { orderNo: id },
      { status: "paid", payment: { tx_hash: txHash } }
    )
  }

  async cancelAtGateway({ id }: Started): Promise<void> {
    await this.#unlessEnded(() => this.#sandbox.cancel({ orderNo: id }))
  }

  /**
   * Takes a transfer out of its block, unless that is final already.
   *
   * @param keep whether a later block contains the transfer then
   */
  reorganize(
    { order: { chain } }: Started,
    txHash: string,
    keep: boolean
  ): void {
    const network = this.#sandbox.chain(chain)
    const { transfers, head } = network
    const index = transfers.findIndex((each) => each.txHash === txHash)
    const transfer = transfers[index]
    if (!transfer || transfer.block <= head.finalized) {
      return
    }
    if (keep) {
      transfer.block = network.mine().block
      transfer.logIndex++
    } else {
      transfers.splice(index, 1)
    }
  }

  get #sandbox() {
    return this.cluster.sandbox
  }

  /** The gateway refuses a payment that has ended; its buyer leaves. */
  async #unlessEnded<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof SandboxError) {
        return null
      }
      throw error
    }
  }
}

/** A look-alike of the order's coin, or else another coin. */
export function otherCoin({ chain, currency }: OrderEntry): string {
  const { others = {} } =
    NETWORKS.find((network) => network.chain === chain) ?? {}
  return (
    Object.keys(others).find((name) => name.startsWith(currency)) ??
    (currency === "USDT" ? "USDC" : "USDT")
  )
}

export function otherChain({ chain }: OrderEntry, random: Random): Chain {
  return random.pick(CHAINS.filter((each) => each !== chain))
}

function hashOfNothing(): string {
  return `0x${randomBytes(32).toString("hex")}`
}
