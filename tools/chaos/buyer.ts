import { setTimeout as wait } from "node:timers/promises"
import { payOnPage } from "../harness/shop/checkout-page"
import { PROVIDERS } from "../harness/shop/names"
import {
  type Cart,
  type PaymentSession,
  Shopper,
} from "../harness/shop/shopper"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Offer } from "../harness/store/seed"
import { returnUrl } from "../harness/gateway/return-url"
import { visit } from "../harness/shop/visit"
import type { Rail } from "../../src/ledger"
import { SandboxError } from "../../packages/sandbox/src"

/** Time for which a buyer retries failed requests. */
const TIMEOUT_MS = 60_000
const BETWEEN_TRIES_MS = 400
const COMPLETIONS = 3

/**
 * The buyer's retries timed out. The run continues, and the buyer's payments
 * until then count.
 */
export class BuyerTimeout extends Error {}

/** One buyer in the storefront, who retries when a request fails. */
export class Buyer {
  readonly #shopper: Shopper
  readonly #deadline = Date.now() + TIMEOUT_MS

  constructor(
    private readonly cluster: StoreCluster,
    offer: Offer = cluster.seeded
  ) {
    this.#shopper = new Shopper(cluster.url, offer)
  }

  async fillCart(quantity: number): Promise<Cart> {
    return await this.#retry(() => this.#shopper.fillCart(quantity))
  }

  /**
   * Starts a payment. This deletes the cart's previous session.
   *
   * @param data such as chain and coin; absent: the store's choice
   */
  async start(
    cart: Cart,
    rail: Rail,
    data: Record<string, unknown> = {}
  ): Promise<PaymentSession> {
    const shop = `${this.cluster.url}/shop`
    return await this.#retry(() =>
      this.#shopper.startSession(cart, PROVIDERS[rail], {
        ...data,
        success_url: `${shop}/thanks`,
        cancel_url: `${shop}/cart`,
      })
    )
  }

  /** Adds an item to the cart, so that Medusa deletes its payment sessions. */
  async changeCart(cart: Cart): Promise<void> {
    await this.#retry(async () => {
      const { status } = await this.#shopper.call(
        "POST",
        `/store/carts/${cart.id}/line-items`,
        { variant_id: this.cluster.seeded.variant_id, quantity: 1 }
      )
      if (status !== 200) {
        throw new Error(`The cart could not be changed: ${status}.`)
      }
    })
  }

  /**
   * Pays on the gateway's page, and follows its redirects as far as they work.
   */
  async payAndReturn(session: PaymentSession): Promise<void> {
    try {
      await payOnPage(String(session.data.redirect_url))
    } catch {
      // The store was down when the buyer returned, or the gateway had ended
      // the payment. Its records show whether it was paid.
    }
  }

  /** Pays without returning to the store. */
  async payWithoutReturning(session: PaymentSession): Promise<void> {
    await this.#atGateway(() => this.cluster.sandbox.pay(target(session)))
  }

  /** Confirms a payment with the transfer that paid another one. */
  async payByTransferOf(
    first: PaymentSession,
    second: PaymentSession
  ): Promise<void> {
    const { sandbox } = this.cluster
    await this.#atGateway(async () => {
      const { orderNo } = target(first)
      const spent = sandbox.orders().find((order) => order.orderNo === orderNo)
      const txHash = spent?.payment?.txHash
      if (txHash) {
        sandbox.fault({ kind: "spent_hash" })
        await sandbox.pay(target(second), { txHash })
      }
    })
  }

  /** Sends the store a paid event in live mode. */
  async claimOtherMode(session: PaymentSession): Promise<void> {
    await this.#atGateway(async () => {
      this.cluster.sandbox.trigger("payment_order.paid", target(session), {
        mode: "live",
      })
    })
  }

  /** Returns by the cancel URL, without a request to the gateway. */
  async returnUnpaid(session: PaymentSession): Promise<void> {
    const { sandbox } = this.cluster
    const id = String(session.data.payment_id)
    await visit(returnUrl(sandbox, id, "cancel")).catch(() => {})
  }

  /**
   * Ends the payment at the gateway: fails a hosted one, cancels an onchain
   * one.
   */
  async endAtGateway(session: PaymentSession): Promise<void> {
    const { sandbox } = this.cluster
    await this.#atGateway(() =>
      session.data.rail === "hosted"
        ? sandbox.fail(target(session))
        : sandbox.cancel(target(session))
    )
  }

  /**
   * Completes the cart, as the storefront's page does on return. The order may
   * have to wait for the webhook.
   */
  async complete(cart: Cart): Promise<string | null> {
    for (let tries = 0; tries < COMPLETIONS; tries++) {
      const { status, body } = await this.#retry(async () => {
        const answer = await this.#shopper.complete(cart)
        if (answer.status >= 500) {
          throw new Error(`The cart could not be completed: ${answer.status}.`)
        }
        return answer
      })
      if (status === 200 && body.type === "order") {
        return body.order.id
      }
      await wait(BETWEEN_TRIES_MS)
    }
    return null
  }

  /**
   * Ignores the gateway's refusal to pay, fail or cancel a payment that has
   * ended. The buyer sees it and leaves.
   */
  async #atGateway(act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof SandboxError)) {
        throw error
      }
    }
  }

  async #retry<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (Date.now() > this.#deadline) {
          throw new BuyerTimeout(String(error), { cause: error })
        }
        await wait(BETWEEN_TRIES_MS)
      }
    }
  }
}

function target(session: PaymentSession): { orderNo: string } {
  return { orderNo: String(session.data.payment_id) }
}
