import { Modules } from "@medusajs/framework/utils"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Rail } from "../../../src/ledger"
import { PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import type {
  Cart,
  PaymentSession,
  Shopper,
} from "../../../tools/harness/shop/shopper"
import { waitFor } from "../../../tools/harness/wait-for"
import { idle, isIdle } from "./idle"
import { schedules } from "./schedule"
import { StoreRecords } from "./store-records"

/** A buyer who is about to pay on the gateway's page. */
export type OpenPayment = {
  rail: Rail
  cart: Cart
  session: PaymentSession
  /** The ledger row's id, which is the gateway's order number. */
  id: string
}

export type PlacedOrder = OpenPayment & { order_id: string }

/** A real store over real HTTP, and what buyers, gateway and time do to it. */
export class TestStore extends StoreRecords {
  async startSession(
    cart: Pick<Cart, "payment_collection_id">,
    rail: Rail,
    data?: Record<string, unknown>
  ): Promise<PaymentSession> {
    return await this.shopper.startSession(cart, PROVIDERS[rail], data)
  }

  /** The same, but returns a rejection instead of throwing. */
  async tryStartSession(
    cart: Pick<Cart, "payment_collection_id">,
    rail: Rail,
    data?: Record<string, unknown>
  ): ReturnType<Shopper["tryStartSession"]> {
    return await this.shopper.tryStartSession(cart, PROVIDERS[rail], data)
  }

  /** Starts a payment and waits until its first webhook is in the ledger. */
  async openPayment(
    rail: Rail,
    data: Record<string, unknown> = {}
  ): Promise<OpenPayment> {
    const cart = await this.shopper.fillCart()
    const session = await this.startSession(cart, rail, data)
    await this.settled()
    return { rail, cart, session, id: String(session.data.payment_id) }
  }

  /**
   * A second session of a cart, as two concurrent tabs create it: Medusa takes
   * no lock.
   */
  async openSecond(
    { cart }: Pick<OpenPayment, "cart">,
    rail: Rail
  ): Promise<Omit<OpenPayment, "session">> {
    const session = await this.container
      .resolve(Modules.PAYMENT)
      .createPaymentSession(cart.payment_collection_id, {
        provider_id: PROVIDERS[rail],
        currency_code: "usd",
        amount: cart.total,
        data: {},
      })
    await this.settled()
    return { rail, cart, id: String(session.data?.payment_id) }
  }

  /** Places an unpaid order, dated five minutes before its buyer pays. */
  async placeOrder(
    rail: Rail,
    data: Record<string, unknown> = {}
  ): Promise<PlacedOrder> {
    const open = await this.openPayment(rail, data)
    const { status, body } = await this.shopper.complete(open.cart)
    expect([status, body.type]).toEqual([200, "order"])
    const order_id = body.type === "order" ? body.order.id : ""
    await this.db("order")
      .where({ id: order_id })
      .update({ created_at: new Date(Date.now() - 5 * 60_000) })
    return { ...open, order_id }
  }

  /** The buyer pays an order of the gateway, and all that follows is done. */
  async pay(orderNo: string): Promise<void> {
    await this.sandbox.pay({ orderNo })
    await this.settled()
  }

  /** A paid order. */
  async buy(
    rail: Rail,
    data: Record<string, unknown> = {}
  ): Promise<PlacedOrder> {
    const open = await this.openPayment(rail, data)
    await this.pay(open.id)
    const { orders } = await this.readMedusaState(open.cart)
    return { ...open, order_id: orders[0]!.id }
  }

  /** The buyer pays, and the ledger knows. Medusa may not. */
  async payUntilKnown({ id }: Pick<OpenPayment, "id">): Promise<void> {
    await this.sandbox.pay({ orderNo: id })
    await waitFor("the money to be in the ledger", async () => {
      const { status } = await this.readPayment(id)
      return status === "paid"
    })
  }

  /**
   * The gateway reports that a payment is paid, and all that follows is done.
   *
   * @param changes fields of the report, such as another amount
   */
  async report(
    { rail, id }: Pick<OpenPayment, "rail" | "id">,
    changes: Record<string, unknown> = {}
  ): Promise<void> {
    this.sandbox.trigger(PAID_EVENTS[rail], { orderNo: id }, changes)
    await this.settled()
  }

  /** Sets the quantity of a cart's only item. */
  async setQuantity(cartId: string, quantity: number): Promise<void> {
    const path = `/store/carts/${cartId}`
    const { cart } = await this.shopper.get<{
      cart: { items: { id: string }[] }
    }>(`${path}?fields=items.id`)
    const answer = await this.shopper.call(
      "POST",
      `${path}/line-items/${cart.items[0]!.id}?fields=id`,
      { quantity }
    )
    expect(answer.status).toBe(200)
  }

  /**
   * Waits until all work is done: every webhook was answered and processed,
   * Medusa matches every payment that has ended, and no task is running. A
   * webhook counts as processed before the reconciliation that follows it has
   * ended, which would see the next changes of a test.
   */
  async settled(): Promise<void> {
    await this.sandbox.settled()
    await waitFor("all webhooks and payments to be settled", () =>
      this.isSettled()
    )
  }

  /**
   * Simulates that hours have passed: makes everything scheduled due, and runs
   * the job until it leaves nothing due, as it does every minute.
   */
  async later(): Promise<void> {
    await this.sandbox.settled()
    // A running task may have read the state before the test's last change.
    await waitFor("running tasks to end", () => Promise.resolve(isIdle()))
    await this.reconciliationsEnded()
    const now = new Date()
    await schedules(this.db)
      .whereNotNull("next_reconcile_at")
      .update({ next_reconcile_at: now })
    await this.db("stablecoin_webhook_event")
      .whereNotNull("next_attempt_at")
      .update({ next_attempt_at: now })
    await this.#runJob()
    await this.sandbox.settled()
    await waitFor("the job to settle all webhooks and payments", async () => {
      if (await this.isSettled()) {
        return true
      }
      const due = await this.unsettledPayments()
        .where("next_reconcile_at", "<=", new Date())
        .whereNull("lease_owner")
        .first("payment.id")
      if (due) {
        await this.#runJob()
      }
      return false
    })
  }

  /** Lets a paid payment fail to be settled until an exception names it. */
  async exceptionAfterRetries({ id }: Pick<OpenPayment, "id">): Promise<void> {
    await waitFor("the exception", async () => {
      // Simulates enough failed attempts.
      await schedules(this.db)
        .where({ payment_id: id })
        .update({ reconcile_attempts: 5, next_reconcile_at: new Date() })
      await reconcilePaymentsJob(this.container)
      return (await this.openExceptions()).length > 0
    })
    await idle()
    await this.reconciliationsEnded()
  }

  /** Simulates that half an hour has passed since payments were superseded. */
  async endGrace(): Promise<void> {
    await this.db("stablecoin_payment")
      .whereNotNull("superseded_at")
      .update({ superseded_at: new Date(Date.now() - 30 * 60_000) })
  }

  /**
   * Waits until no payment is claimed. The store's own job may have claimed one
   * that a pass of the test was meant for.
   */
  async reconciliationsEnded(): Promise<void> {
    await waitFor("every reconciliation to end", async () => {
      const leased = await schedules(this.db)
        .whereNotNull("lease_owner")
        .first("payment_id")
      return !leased
    })
  }

  async #runJob(): Promise<void> {
    await reconcilePaymentsJob(this.container)
    await this.reconciliationsEnded()
  }
}
