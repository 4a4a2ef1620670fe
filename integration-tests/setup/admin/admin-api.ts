import type { Rail } from "../../../src/ledger"
import type { Answer } from "../../../tools/harness/shop/request"
import type { OpenPayment, PlacedOrder, TestStore } from "../store/test-store"
import { Admin } from "./admin"
import {
  type AdminApiAnswer,
  AdminRecords,
  type DepositException,
} from "./admin-records"

/** The transaction of money that was sent back. */
const SENT_BACK = `0x${"5e".repeat(32)}`

/** A payment that the merchant has to decide about. */
export type UndecidedPayment = OpenPayment & { exception: DepositException }

/** The plugin's own routes, as an admin uses them. */
export class AdminOperations extends AdminRecords {
  /** See `Admin.enrolled`. */
  static enrolled(store: TestStore, general?: object): AdminOperations {
    return new AdminOperations(store, Admin.enrolled(store, general))
  }

  async post(path: string, body?: unknown): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("POST", `/admin/stablecoin/${path}`, body)
  }

  /** Resolves an exception with a note and the sum that is left of its money. */
  async resolve(id: string, choice: object): Promise<Answer<AdminApiAnswer>> {
    const body = await this.#withDefaults(id, choice)
    return await this.post(`exceptions/${id}/resolve`, body)
  }

  /** The same, expecting success. */
  async mustResolve(id: string, choice: object): Promise<AdminApiAnswer> {
    const { status, body } = await this.resolve(id, choice)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body
  }

  /** The same with the only open exception. */
  async mustResolveOnly(choice: object): Promise<AdminApiAnswer> {
    const { id } = await this.readOpenException()
    return await this.mustResolve(id, choice)
  }

  /** Expects a choice to be refused, and to change nothing. */
  async refusesToResolve(
    id: string,
    choice: object,
    status: number,
    message: string | RegExp
  ): Promise<void> {
    const body = await this.#withDefaults(id, choice)
    await this.refuses(`exceptions/${id}/resolve`, body, status, message)
  }

  async #withDefaults(id: string, choice: object): Promise<object> {
    const { body } = await this.get(`exceptions/${id}`)
    const held = body.exception?.held as { amount: string } | null | undefined
    const sum = held ? { held: held.amount } : {}
    return { note: "Agreed with the buyer.", ...sum, ...choice }
  }

  /** Expects a clear rejection that leaves the ledger unchanged. */
  async refuses(
    path: string,
    body: unknown,
    status: number,
    message: string | RegExp
  ): Promise<void> {
    const before = await this.store.readLedger()
    const answer = await this.post(path, body)
    expect(answer).toEqual({
      status,
      body: expect.objectContaining({
        message: expect.stringMatching(message),
      }),
    })
    expect(await this.store.readLedger()).toEqual(before)
  }

  /**
   * Resolves the only open exception of a payment by money that was sent back.
   *
   * @param action closes it with the transfer, or refunds it and sends the refund
   */
  async declareSentBack(
    paymentId: string,
    action: "close" | "refund"
  ): Promise<void> {
    const path = `exceptions?status=open&payment_id=${paymentId}`
    const { exceptions } = (await this.get(path)).body
    expect(exceptions).toHaveLength(1)
    const { refund } = await this.mustResolve(String(exceptions[0]?.id), {
      action,
      ...(action === "close" ? { sent: { tx_hash: SENT_BACK } } : {}),
    })
    if (action === "refund") {
      const sent = { tx_hash: SENT_BACK }
      const answer = await this.post(`refunds/${String(refund.id)}/sent`, sent)
      expect(answer.status).toBe(200)
    }
  }

  /** A payment that is paid, and whose order Medusa can't place. */
  async outOfStock(rail: Rail): Promise<UndecidedPayment> {
    const open = await this.store.openPayment(rail)
    await this.admin.setStock(0)
    await this.store.payUntilKnown(open)
    await this.store.exceptionAfterRetries(open)
    const exception = await this.readOpenException()
    expect(exception).toMatchObject({
      kind: "sold_out",
      held: { amount: "12.50" },
    })
    return { ...open, exception }
  }

  /** Lets the gateway know nothing about a payment, for now. */
  async unanswered(open: OpenPayment): Promise<UndecidedPayment> {
    await this.store.stablecoin.payments.apply(
      open.id,
      { kind: "unknown_at_gateway" },
      "read"
    )
    return { ...open, exception: await this.readOpenException() }
  }

  /** An order of 32.50 that is edited to 22.50, and then paid in full. */
  async overpaidOrder(): Promise<Omit<PlacedOrder, "id" | "rail">> {
    const { shopper, db } = this.store
    const cart = await shopper.fillCart()
    await this.store.setQuantity(cart.id, 3)
    const session = await this.store.startSession(cart, "onchain")
    await this.store.settled()
    const { body } = await shopper.complete(cart)
    const order_id = body.type === "order" ? body.order.id : ""
    await db("order")
      .where({ id: order_id })
      .update({ created_at: new Date(Date.now() - 5 * 60_000) })
    await this.admin.editOrder({ order_id }, 2)
    await this.store.pay(String(session.data.payment_id))
    return { cart, session, order_id }
  }
}
