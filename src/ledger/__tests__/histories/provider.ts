import {
  type AmountDue,
  amountDue,
  checkoutFlowFor,
  hasStandingOrder,
  isHeld,
  isJustDue,
  isSameSum,
  isTestMoney,
  RAIL_TRAITS,
  whyNotAuthorized,
  whyNotPayable,
} from "../../index"
import {
  type LateMoney,
  type Provider,
  Refused,
  type Session,
} from "./sessions"
import { sessionStatus } from "../../../providers/stablecoin/session"
import { payment as sample } from "../samples"
import type { CreationAnswer } from "./event"
import type { Row } from "./ledger"
import { LOCK_MINUTES, policyOf } from "./setting"
import type { World } from "./world"

/** Model of src/providers/stablecoin, based on the ledger and the gateway. */
export class StablecoinProvider implements Provider {
  /** The gateway's response to the next creation. */
  answer: CreationAnswer = "ok"

  constructor(private readonly world: World) {}

  initiate(session: Session, late: LateMoney | null): string {
    const row = late ? this.bind(session, late) : this.start(session)
    session.amount = row.cart_amount
    return sessionStatus(row)
  }

  authorize(session: Session): "authorized" | "captured" | "pending" {
    const row = this.world.readIfUnpaid(this.rowOf(session.id))
    const { medusa, current_account } = this.world
    const state = {
      session: { ...session, started: true },
      collection: medusa.collectionOf(session, session.id),
      order: medusa.linkedOrder,
      manual_order: null,
      current_account,
    }
    const why = whyNotAuthorized(
      row,
      state,
      row.status === "paid" && !this.world.ledger.isCapturable(row)
    )
    if (why) {
      throw new Refused(`Payment ${row.id} can't be authorized: ${why}.`)
    }
    if (row.status !== "paid") {
      return "pending"
    }
    const { cart_id } = medusa.collection(session.payment_collection_id)
    const isOnlyAuthorized =
      row.capture === "manual" ||
      (cart_id !== null && !hasStandingOrder(state)) ||
      (RAIL_TRAITS[row.rail].hasChain &&
        policyOf(this.world.setting).proof === "require")
    if (!isOnlyAuthorized) {
      return "captured"
    }
    this.world.ledger.reconcileSoon(row)
    return "authorized"
  }

  capture(sessionId: string): void {
    const row = this.rowOf(sessionId)
    const { current_account, setting } = this.world
    const isRefused =
      row.status !== "paid" ||
      isHeld(row, policyOf(setting)) ||
      isTestMoney(row, current_account)
    if (isRefused) {
      throw new Refused("There is no money to capture.")
    }
    if (!this.world.ledger.allocateCapture(row)) {
      throw new Refused("Its money is sent back.")
    }
    this.world.ledger.reconcileSoon(row)
  }

  cancel(sessionId: string): void {
    const row = this.rowOf(sessionId)
    if (row.status === "paid") {
      this.world.ledger.scheduleAfterMedusa(row)
      throw new Refused("It is paid and can't be cancelled.")
    }
    this.world.ledger.scheduleReconcile(sessionId)
  }

  refund(sessionId: string, refundId: string, amount: string): void {
    const row = this.rowOf(sessionId)
    if (this.world.ledger.recordRefund(row.id, refundId, amount)) {
      this.world.ledger.scheduleAfterMedusa(row)
      throw new Refused(`A refund of ${amount} exceeds what is left.`)
    }
  }

  deleted(sessionId: string): void {
    this.world.ledger.scheduleReconcile(sessionId)
  }

  private rowOf(sessionId: string): Row {
    const row = this.world.ledger.ofSession(sessionId)
    if (!row) {
      throw new Refused(`No payment is known for session ${sessionId}.`)
    }
    return row
  }

  /**
   * Writes the row as `creating`, calls the gateway, updates the row to
   * `pending`. May crash after each step.
   */
  private start(session: Session): Row {
    const { ledger, gateway, medusa, mode } = this.world
    const collection = medusa.collectionOf(session, session.id)
    const { cart_id } = medusa.collection(session.payment_collection_id)
    const due = {
      ...collection,
      is_being_placed: ledger.rows.some(
        (row) =>
          row.payment_collection_id === session.payment_collection_id &&
          this.isBeingPlaced(row)
      ),
      has_cart: cart_id !== null,
      order: medusa.linkedOrder,
    }
    const notPayable = whyNotPayable(due)
    if (notPayable || !isSameSum(session.amount, collection.amount)) {
      throw new Refused("The session can't be paid.")
    }
    const row = this.newRow(session, due, cart_id)
    ledger.rows.push(row)
    this.world.checkpoint()
    const { answer } = this
    this.answer = "ok"
    if (answer === "refused") {
      ledger.applyFact(row.id, { kind: "refused", reason: "invalid" })
      throw new Refused("The gateway refuses the creation.")
    }
    const { id: payment_id, rail, amount, currency, chain } = row
    const entry =
      answer === "unreachable"
        ? null
        : gateway.create({ payment_id, rail, amount, currency, chain })
    this.world.checkpoint()
    if (!entry || answer === "lost") {
      throw new Refused("The gateway's answer is unclear.")
    }
    const { gateway_id, address: destination_address } = entry
    const known = rail === "onchain" ? { gateway_id, destination_address } : {}
    return ledger.applyFact(row.id, {
      kind: "started",
      ...known,
      checkout_token: `token-${row.id}`,
      redirect_url: `https://gateway.example/${row.id}`,
      mode,
    }).row
  }

  private isBeingPlaced({ id, status, order_id, ...row }: Row): boolean {
    const { exceptions } = this.world.ledger
    return (
      status === "paid" &&
      order_id === null &&
      row.next_reconcile_at !== null &&
      !exceptions.open.some(({ of }) => of === id)
    )
  }

  private newRow(
    { id: session_id, rail, payment_collection_id }: Session,
    due: AmountDue,
    cart_id: string | null
  ): Row {
    const { ledger, now, setting, expiresAt, rate } = this.world
    const cart_amount = amountDue(due)
    // Its quote, while a payment has been started with it.
    const quoted = ledger.rows.find(
      (each) =>
        each.payment_collection_id === payment_collection_id &&
        each.locked_until !== null &&
        each.locked_until > now
    )
    const quote_id = quoted?.quote_id ?? rate
    return {
      ...sample({
        id: `stpay_${ledger.rows.length + 1}`,
        session_id,
        payment_collection_id,
        cart_id,
        rail: rail ?? "hosted",
        status: "creating",
        mode: null,
        checkout_flow: checkoutFlowFor(due, setting.checkout_flow),
        capture: setting.capture,
        amount: this.world.priceOf(cart_amount, quote_id),
        currency: "USDT",
        chain: rail === "onchain" ? "POLYGON" : null,
        cart_amount,
        quote_id,
        locked_until:
          rate === null
            ? null
            : (quoted?.locked_until ??
              new Date(now.getTime() + LOCK_MINUTES * 60_000)),
        destination_address: null,
        gateway_id: null,
        checkout_token: null,
        redirect_url: null,
        expires_at: expiresAt(),
        next_reconcile_at: new Date(now.getTime() + 60_000),
        created_at: now,
      }),
      leased_until: null,
    }
  }

  private bind(session: Session, late: LateMoney): Row {
    const { ledger, medusa } = this.world
    const row = ledger.find(late.payment_id)
    const fits =
      row.status === "paid" &&
      isJustDue(
        { amount: row.cart_amount, currency: row.cart_currency },
        medusa.collectionOf(session, session.id)
      ) &&
      medusa.sessions.every(({ id }) => id !== late.session_id)
    const bound =
      fits &&
      ledger.applyFact(row.id, {
        kind: "bound",
        from: late.session_id,
        to: session.id,
      }).row
    if (!bound || bound.session_id !== session.id) {
      throw new Refused(`Payment ${row.id} can't be bound.`)
    }
    return bound
  }
}
