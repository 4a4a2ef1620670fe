import {
  CLOSED_SESSIONS,
  type CollectionMoney,
  type Cover,
  fromMinorUnits,
  isSameAmount,
  sumOf,
  toMinorUnits,
} from "../../index"
import { logged, rethrowCrash } from "./interruption"
import {
  type Collection,
  type Provider,
  Refused,
  type Session,
  Sessions,
  type MedusaHooks,
} from "./sessions"

/** A refund, and whether its order's transactions or total account for it. */
export type MedusaRefund = {
  id: string
  amount: string
  recorded: boolean
  created_at: Date
}

export type MedusaPayment = {
  id: string
  session_id: string
  payment_collection_id: string
  amount: string
  captured: boolean
  /** Since when a capture is missing in the order's transactions. */
  unrecordedSince: Date | null
  /** When a capture was stored that is not noted with the payment. */
  storedSince: Date | null
  canceled: boolean
  refunds: MedusaRefund[]
}

type Order = {
  id: string
  canceled: boolean
  /** The total of each version, of which the last one counts. */
  totals: string[]
}

/** Model of Medusa's payments and order, and of the workflows that write them. */
export class Medusa extends Sessions {
  readonly payments: MedusaPayment[] = []
  order: Order | null
  /** Whether the order's stock is reserved. */
  hasReserved: boolean
  /** Whether the next completion fails after it has authorized. */
  breaksCompletion = false
  #refunds = 0
  #isCompleting = false

  constructor(hasCart: boolean, provider: Provider, hooks: MedusaHooks) {
    super(hasCart, provider, hooks)
    this.order = hasCart ? null : this.newOrder()
    this.hasReserved = !hasCart
  }

  private newOrder(): Order {
    return { id: "order_1", canceled: false, totals: [this.first.amount] }
  }

  protected override isFixed(): boolean {
    return !this.hasCart || this.order !== null
  }

  paymentOf(sessionId: string): MedusaPayment | undefined {
    return this.payments.find(({ session_id }) => session_id === sessionId)
  }

  private paymentsOf({ id }: Pick<Collection, "id">): MedusaPayment[] {
    return this.payments.filter(
      ({ payment_collection_id }) => payment_collection_id === id
    )
  }

  /** Medusa's status of a payment collection. */
  private statusOf(collection: Collection): string {
    if (this.order?.canceled || collection.canceled) {
      return "canceled"
    }
    const amount = toMinorUnits(collection.amount)
    const captured = this.paymentsOf(collection)
      .filter((payment) => payment.captured)
      .reduce((sum, each) => sum + toMinorUnits(each.amount), 0n)
    if (captured > 0n && captured >= amount) {
      return "completed"
    }
    const authorized = this.sessionsOf(collection)
      .filter(({ status }) => status === "authorized")
      .reduce((sum, each) => sum + toMinorUnits(each.amount), 0n)
    if (authorized > 0n) {
      return authorized >= amount ? "authorized" : "partially_authorized"
    }
    return this.sessionsOf(collection).length ? "awaiting" : "not_paid"
  }

  /** The sum that the order asks for, or its cart. */
  get total(): string {
    return this.order ? this.order.totals.at(-1)! : this.first.amount
  }

  /** Order linked to the collection. Medusa creates both before authorizing. */
  get linkedOrder(): {
    id: string
    canceled: boolean
    standing: boolean
  } | null {
    const { id, canceled } = this.order ?? {}
    return id && canceled !== undefined
      ? { id, canceled, standing: !this.#isCompleting }
      : null
  }

  /**
   * `confirmOrderEditRequestWorkflow`: changes the total, then the collection
   * that nothing was paid of, or creates one for the rest. A collection that is
   * only authorized is given up. One that asks for too much is left behind.
   */
  editOrder(total: string): void {
    const { order } = this
    if (!order || order.canceled || this.#isCompleting) {
      throw new Refused("There is no order to edit.")
    }
    if (isSameAmount(this.total, total)) {
      return
    }
    order.totals.push(total)
    this.hooks.checkpoint()
    const pending = toMinorUnits(total) - this.transacted
    const open = this.collections.find((each) =>
      ["not_paid", "awaiting", "authorized", "partially_authorized"].includes(
        this.statusOf(each)
      )
    )
    const isGivenUp = open && this.statusOf(open).endsWith("authorized")
    if (open && !isGivenUp && pending >= 0n) {
      open.amount = fromMinorUnits(pending)
    } else if (pending > 0n && (!open || isGivenUp)) {
      this.createCollection(fromMinorUnits(pending), null)
      this.hooks.checkpoint()
      if (open) {
        open.canceled = true
        for (const payment of this.paymentsOf(open)) {
          logged(() => !payment.captured && this.cancelPayment(payment))
        }
      }
    }
    this.hooks.checkpoint()
    this.hooks.orderChanged()
  }

  /** The order's transactions. */
  private get transacted(): bigint {
    return sum(
      this.payments
        .filter((each) => each.captured && !each.unrecordedSince)
        .map((each) => toMinorUnits(each.amount) - recordedOf(each))
    )
  }

  /** Sums of all payments. `held` and `captured` are less all refunds. */
  get sums(): Record<"taken" | "held" | "captured", string> {
    const { payments } = this
    const captured = payments.filter((each) => each.captured)
    return {
      taken: fromMinorUnits(sum(payments.map(takenBy))),
      held: fromMinorUnits(sum(payments.map(heldBy))),
      captured: fromMinorUnits(sum(captured.map(heldBy))),
    }
  }

  /** Sum that the payments of a collection took, refunded or not. */
  takenOf(id: string): string {
    return sumOf(
      this.paymentsOf({ id })
        .filter(({ captured, canceled }) => captured || !canceled)
        .map(({ amount }) => amount)
    )
  }

  /** The collection of a session as Medusa has it, and as its order asks for it. */
  collectionOf(
    { payment_collection_id }: Pick<Session, "payment_collection_id">,
    session_id: string
  ): CollectionMoney {
    const collection = this.collection(payment_collection_id)
    const { amount, currency } = collection
    const { order, total } = this
    const differing = order?.totals.findLastIndex(
      (each) => !isSameAmount(each, total)
    )
    return {
      amount,
      currency,
      ...this.coverOf(session_id, this.paymentsOf(collection), heldBy),
      status: this.statusOf(collection),
      order_due: order && {
        ...this.coverOf(session_id, this.payments, takenBy),
        total,
        taken: this.sums.taken,
        changed_in:
          differing === undefined || differing < 0 ? null : differing + 1,
      },
    }
  }

  /**
   * Sums of the payments of some collections.
   *
   * @param lessRefunds what a payment took, less the refunds that count
   */
  private coverOf(
    sessionId: string,
    payments: MedusaPayment[],
    lessRefunds: (payment: MedusaPayment) => bigint
  ): Cover {
    const others = payments.filter(({ session_id }) => session_id !== sessionId)
    const own = payments.findIndex(({ session_id }) => session_id === sessionId)
    const later = payments
      .slice(own < 0 ? payments.length : own + 1)
      .filter(({ session_id }) => !this.foreign.has(session_id))
    const captured = others.filter((each) => each.captured)
    return {
      covered_by_others: fromMinorUnits(sum(others.map(lessRefunds))),
      captured_by_others: fromMinorUnits(sum(captured.map(lessRefunds))),
      held: fromMinorUnits(sum(payments.map(heldBy))),
      held_later: fromMinorUnits(sum(later.map(heldBy))),
    }
  }

  /**
   * `completeCartWorkflow`: creates the order first, then authorizes the
   * session. If that or a step after it fails, such as a hook of the merchant,
   * the payment is cancelled, or refunded if it is captured, and the order is
   * removed. It waits for the cart's lock, and fails if that takes too long.
   */
  complete(choose: (processable: Session[]) => Session): void {
    this.awaitCompletion()
    const processable = this.sessionsOf(this.first).filter(
      ({ status }) => !CLOSED_SESSIONS.includes(status)
    )
    if (!processable.length) {
      throw new Refused("Payment sessions are required to complete cart")
    }
    const chosen = choose(processable)
    if (this.order) {
      return
    }
    this.order = this.newOrder()
    // They count, since Medusa never records them with a later order.
    this.payments.forEach(({ refunds }) =>
      refunds.forEach((refund) => (refund.recorded = true))
    )
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
    const { payment_collection_id } = existing ?? this.session(sessionId)
    const hasCart = this.collection(payment_collection_id).cart_id !== null
    if (action === "captured") {
      const payment = existing ?? this.authorize(sessionId)
      this.hooks.checkpoint("locked")
      if (payment) {
        this.capture(payment, "locked")
      }
    } else if (!hasCart || (this.order && !existing)) {
      this.authorize(sessionId)
    }
    this.hooks.checkpoint()
    if (hasCart && !this.order) {
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
      this.hooks.moneyMoved()
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
    this.hooks.orderChanged()
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
        this.createSession(this.session(payment.session_id).rail, this.first)
      })
    }
  }

  refundRest(payment: MedusaPayment): void {
    const rest = heldBy(payment)
    if (rest > 0n) {
      this.refund(payment, fromMinorUnits(rest), false)
    }
  }

  /**
   * Refunds a part of a captured payment. Medusa stores the refund, calls the
   * provider, and deletes the refund if that fails. `refundPaymentWorkflow` then
   * records it with the order, and lowers the total by what was not too much.
   */
  refund(payment: MedusaPayment, amount: string, records: boolean): void {
    const { order } = this
    const units = toMinorUnits(amount)
    if (!payment.captured || units > heldBy(payment)) {
      throw new Refused("A refund exceeds the captured amount.")
    }
    const created_at = this.hooks.now()
    const id = `ref_${++this.#refunds}`
    const refund = { id, amount, recorded: false, created_at }
    const owed = this.transacted - toMinorUnits(this.total)
    payment.refunds.push(refund)
    this.hooks.checkpoint()
    try {
      this.provider.refund(payment.session_id, id, amount)
    } catch (error) {
      rethrowCrash(error)
      payment.refunds.splice(payment.refunds.indexOf(refund), 1)
      throw error
    }
    this.hooks.checkpoint()
    if (records && order) {
      refund.recorded = true
      const credit = owed > 0n ? units - owed : units
      if (credit > 0n) {
        order.totals.push(fromMinorUnits(toMinorUnits(this.total) - credit))
      }
      this.hooks.moneyMoved()
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
      payment_collection_id: session.payment_collection_id,
      amount: session.amount,
      captured: verdict === "captured",
      storedSince: null,
      unrecordedSince: verdict === "captured" ? this.hooks.now() : null,
      canceled: false,
      refunds: [],
    }
    this.payments.push(payment)
    return payment
  }
}

function sum(units: bigint[]): bigint {
  return units.reduce((total, each) => total + each, 0n)
}

function recordedOf({ refunds }: MedusaPayment): bigint {
  const recorded = refunds.filter((each) => each.recorded)
  return sum(recorded.map(({ amount }) => toMinorUnits(amount)))
}

/** Minor units authorized or captured, less the refunds of its order. */
function takenBy(payment: MedusaPayment): bigint {
  const { amount, captured, canceled } = payment
  return captured || !canceled ? toMinorUnits(amount) - recordedOf(payment) : 0n
}

/** Minor units that a payment authorized or captured and did not refund. */
export function heldBy(payment: MedusaPayment): bigint {
  const { amount, captured, canceled, refunds } = payment
  return captured || !canceled
    ? toMinorUnits(amount) -
        sum(refunds.map((each) => toMinorUnits(each.amount)))
    : 0n
}
