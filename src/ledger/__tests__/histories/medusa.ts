import {
  CLOSED_SESSIONS,
  type CollectionMoney,
  fromMinorUnits,
  toMinorUnits,
} from "../../index"
import { logged, rethrowCrash } from "./interruption"
import {
  type Provider,
  Refused,
  type Session,
  Sessions,
  type MedusaHooks,
} from "./sessions"

export type MedusaPayment = {
  id: string
  session_id: string
  amount: string
  captured: boolean
  /** Since when a capture is missing in the order's transactions. */
  unrecordedSince: Date | null
  /** When a capture was stored that is not noted with the payment. */
  storedSince: Date | null
  canceled: boolean
  refunded: string
}

/**
 * Model of Medusa's payments and order of one collection, and of the workflows
 * that write them.
 */
export class Medusa extends Sessions {
  readonly payments: MedusaPayment[] = []
  order: { id: string; canceled: boolean } | null
  /** Whether the order's stock is reserved. */
  hasReserved: boolean
  /** Whether the next completion fails after it has authorized. */
  breaksCompletion = false
  #refunds = 0
  #isCompleting = false

  constructor(
    readonly hasCart: boolean,
    provider: Provider,
    hooks: MedusaHooks
  ) {
    super(provider, hooks)
    this.order = hasCart ? null : { id: "order_1", canceled: false }
    this.hasReserved = !hasCart
  }

  protected override isFixed(): boolean {
    return this.hasCart ? this.order !== null : this.payments.length > 0
  }

  paymentOf(sessionId: string): MedusaPayment | undefined {
    return this.payments.find(({ session_id }) => session_id === sessionId)
  }

  /** Medusa's status of its payment collection. */
  get collectionStatus(): string {
    if (this.order?.canceled) {
      return "canceled"
    }
    const captured = this.payments
      .filter((payment) => payment.captured)
      .reduce((sum, { amount }) => sum + toMinorUnits(amount), 0n)
    return captured > 0n && captured >= toMinorUnits(this.collection.amount)
      ? "completed"
      : "awaiting"
  }

  /** Order linked to the collection. Medusa creates both before authorizing. */
  get linkedOrder(): {
    id: string
    canceled: boolean
    standing: boolean
  } | null {
    return this.order && { ...this.order, standing: !this.#isCompleting }
  }

  /**
   * Edits an unpaid order, which changes the amount due of its collection and
   * leaves the sessions.
   */
  editOrder(amount: string): void {
    const isOpen =
      this.order?.canceled === false &&
      this.collectionStatus === "awaiting" &&
      this.payments.every((payment) => heldBy(payment) === 0n)
    if (isOpen) {
      this.collection = { ...this.collection, amount }
    }
  }

  /** Sums that all payments took, with and without refunded amounts. */
  get sums(): { taken: string; held: string } {
    const taken = this.payments
      .filter(({ captured, canceled }) => captured || !canceled)
      .reduce((sum, { amount }) => sum + toMinorUnits(amount), 0n)
    const held = this.payments.reduce((sum, each) => sum + heldBy(each), 0n)
    return { taken: fromMinorUnits(taken), held: fromMinorUnits(held) }
  }

  /** The collection as Medusa has it, and as its only order asks for it. */
  collectionOf(sessionId: string): CollectionMoney {
    const cover = {
      covered_by_others: this.coveredByOthers(sessionId),
      captured_by_others: this.capturedByOthers(sessionId),
      held: this.sums.held,
      held_later: this.heldLaterThan(sessionId),
    }
    const { amount: total } = this.collection
    const { taken } = this.sums
    return {
      ...this.collection,
      ...cover,
      status: this.collectionStatus,
      order_due: this.order && {
        ...cover,
        total,
        taken,
        changed_in: null,
      },
    }
  }

  /** Sum that newer payments of the ledger took and did not refund. */
  private heldLaterThan(sessionId: string): string {
    const own = this.payments.findIndex((each) => each.session_id === sessionId)
    return fromMinorUnits(
      this.payments
        .slice(own < 0 ? this.payments.length : own + 1)
        .filter(({ session_id }) => !this.foreign.has(session_id))
        .reduce((sum, payment) => sum + heldBy(payment), 0n)
    )
  }

  /** Sum that payments of other sessions took and did not refund. */
  private coveredByOthers(sessionId: string): string {
    return fromMinorUnits(
      this.payments
        .filter(({ session_id }) => session_id !== sessionId)
        .reduce((sum, payment) => sum + heldBy(payment), 0n)
    )
  }

  /** Sum that payments of other sessions captured and did not refund. */
  private capturedByOthers(sessionId: string): string {
    return fromMinorUnits(
      this.payments
        .filter(
          ({ session_id, captured }) => captured && session_id !== sessionId
        )
        .reduce((sum, payment) => sum + heldBy(payment), 0n)
    )
  }

  /**
   * `completeCartWorkflow`: creates the order first, then authorizes the
   * session. If that or a step after it fails, such as a hook of the merchant,
   * the payment is cancelled, or refunded if it is captured, and the order is
   * removed. It waits for the cart's lock, and fails if that takes too long.
   */
  complete(choose: (processable: Session[]) => Session): void {
    this.awaitCompletion()
    const processable = this.sessions.filter(
      ({ status }) => !CLOSED_SESSIONS.includes(status)
    )
    if (!processable.length) {
      throw new Refused("Payment sessions are required to complete cart")
    }
    const chosen = choose(processable)
    if (this.order) {
      return
    }
    this.order = { id: "order_1", canceled: false }
    this.#isCompleting = true
    let payment: MedusaPayment | null = null
    try {
      this.hooks.checkpoint("locked")
      this.hasReserved = true
      payment = this.authorize(chosen.id)
      this.hooks.checkpoint("locked")
      this.record(payment)
      if (this.breaksCompletion) {
        this.breaksCompletion = false
        throw new Refused("A step after the authorization failed.")
      }
    } catch (error) {
      rethrowCrash(error)
      this.undoCompletion(payment)
      throw error
    } finally {
      this.#isCompleting = false
    }
  }

  /** Waits for the cart's lock. */
  awaitCompletion(): void {
    if (this.hooks.isLocked()) {
      throw new Refused("The cart is locked.")
    }
  }

  /** `processPaymentWorkflow`, which never reads the order's status. */
  process(sessionId: string, action: "authorized" | "captured"): void {
    const existing = this.paymentOf(sessionId)
    if (!existing) {
      this.session(sessionId)
    }
    if (action === "captured") {
      const payment = existing ?? this.authorize(sessionId)
      this.hooks.checkpoint("locked")
      if (payment) {
        this.capture(payment, "locked")
      }
    } else if (!this.hasCart || (this.order && !existing)) {
      this.authorize(sessionId)
    }
    this.hooks.checkpoint()
    if (this.hasCart && !this.order) {
      logged(() => {
        this.completeAny(sessionId)
      })
    }
  }

  /** Medusa may choose any of several sessions: this is the worst case. */
  completeAny(sessionId: string): void {
    this.complete((any) => any.find(({ id }) => id !== sessionId) ?? any[0]!)
  }

  /** `capturePaymentWorkflow`: captures, then records it with the order. */
  capture(payment: MedusaPayment, lock: "locked" | "free" = "free"): void {
    if (payment.canceled) {
      throw new Refused("The payment has been canceled.")
    }
    if (!payment.captured) {
      if (payment.storedSince) {
        throw new Refused("You cannot capture more than the authorized amount.")
      }
      payment.storedSince = this.hooks.now()
      this.hooks.checkpoint(lock)
      try {
        this.provider.capture(payment.session_id)
      } catch (error) {
        rethrowCrash(error)
        payment.storedSince = null
        throw error
      }
      this.note(payment)
    }
    this.hooks.checkpoint(lock)
    this.record(payment)
  }

  /** Notes a stored capture with its payment. */
  note(payment: MedusaPayment): void {
    payment.captured = true
    payment.storedSince = null
    payment.unrecordedSince = this.hooks.now()
  }

  private record(payment: MedusaPayment | null): void {
    if (payment && this.order) {
      payment.unrecordedSince = null
    }
  }

  cancelPayment(payment: MedusaPayment): void {
    this.provider.cancel(payment.session_id)
    payment.canceled = true
  }

  /** `cancelOrderWorkflow`: refunds, cancels, logs failures, emits an event. */
  cancelOrder(): void {
    if (!this.order || this.order.canceled) {
      throw new Refused("There is no order to cancel.")
    }
    for (const payment of this.payments) {
      logged(() => {
        if (payment.captured) {
          this.refundRest(payment)
        } else {
          this.cancelPayment(payment)
        }
      })
      this.hooks.checkpoint()
    }
    this.order.canceled = true
    this.hooks.orderCanceled()
  }

  private undoCompletion(payment: MedusaPayment | null): void {
    if (payment) {
      logged(() => this.cancelPayment(payment))
      this.hooks.checkpoint("locked")
    }
    this.order = null
    this.hasReserved = false
    if (payment?.captured) {
      logged(() => {
        this.refundRest(payment)
        this.createSession(this.session(payment.session_id).rail)
      })
    }
  }

  refundRest(payment: MedusaPayment): void {
    const rest = toMinorUnits(payment.amount) - toMinorUnits(payment.refunded)
    if (rest > 0n) {
      const refundId = `ref_${++this.#refunds}`
      const { session_id } = payment
      this.provider.refund(session_id, refundId, fromMinorUnits(rest))
      payment.refunded = payment.amount
    }
  }

  /** `authorizePaymentSession`: null if the provider waits. */
  private authorize(sessionId: string): MedusaPayment | null {
    const session = this.session(sessionId)
    const existing = this.paymentOf(sessionId)
    if (existing) {
      return existing
    }
    const verdict =
      session.rail === null ? "authorized" : this.provider.authorize(session)
    if (verdict === "pending") {
      session.status = "pending_authorization"
      return null
    }
    session.status = "authorized"
    this.hooks.authorized(session)
    const payment: MedusaPayment = {
      id: `pay_${this.payments.length + 1}`,
      session_id: sessionId,
      amount: session.amount,
      captured: verdict === "captured",
      storedSince: null,
      unrecordedSince: verdict === "captured" ? this.hooks.now() : null,
      canceled: false,
      refunded: "0.00",
    }
    this.payments.push(payment)
    return payment
  }
}

/** Minor units that a payment authorized or captured and did not refund. */
export function heldBy({
  amount,
  captured,
  canceled,
  refunded,
}: MedusaPayment): bigint {
  return captured || !canceled
    ? toMinorUnits(amount) - toMinorUnits(refunded)
    : 0n
}
