import { asCaptured, type Balance, hasRest } from "./deposits"
import type { ExceptionProblem } from "./exceptions"
import { isFresh } from "./freshness"
import {
  CLOSED_SESSIONS,
  type MedusaState,
  type SettlementStep,
  WAITING_SESSIONS,
} from "./medusa-state"
import { amountDue, isJustDue } from "./collection-due"
import { dueChanged, misplaced } from "./misplaced-money"
import { isMoreThan, isSameSum, sumOf } from "./money"
import type { Payment } from "./payment"
import { isCapturedLater, isDoubted } from "./capture-hold"
import { proofProblem } from "./proof-problem"
import { isHeld } from "./proof"
import { openException } from "./settlement-exception"
import { isTestMoney } from "./test-money"

const NOTHING: SettlementStep = { do: "nothing" }

/**
 * Returns the next step until paid money has one capture on one order, or an
 * exception is open.
 */
export function settlePaid(
  payment: Payment,
  medusa: MedusaState,
  now: Date,
  opened: readonly string[]
): SettlementStep {
  const money = asCaptured(medusa.money ?? NO_MONEY, medusa.payment)
  // All of it is sent back, or kept for another order.
  if (!hasRest(money) && !isMoreThan(money.capture, "0")) {
    return usedUp(payment, medusa, now)
  }
  if (medusa.order?.canceled) {
    // Nothing is refunded that may never have arrived.
    return isDoubted(payment, medusa, now) ||
      isHeld(payment, medusa.chain_policy)
      ? (proofProblem(payment, medusa, now) ?? NOTHING)
      : orderCanceled(medusa, medusa.order.id, money)
  }
  // Checked before the session, which Medusa may delete long after the order.
  if (hasTaken(payment, medusa) && (medusa.order || !medusa.cart_id)) {
    const lost = lostOrder(medusa)
    if (lost) {
      return lost
    }
    if (medusa.unrecorded_capture) {
      return medusa.unrecorded_capture === "lost"
        ? { do: "capture" }
        : {
            do: "retry_later",
            reason: "its capture is not recorded with its order yet",
          }
    }
    const young = unconfirmed(medusa)
    if (young) {
      return young
    }
    if (medusa.payment?.captured && hasRest(money)) {
      return { do: "note_capture" }
    }
    if (!medusa.payment?.captured && isReleased(money)) {
      return restLeft(payment, medusa)
    }
    const problems = [
      // Captured money that is too much is a part of the order's excess.
      medusa.payment?.captured ? null : misplaced(payment, medusa),
      dueChanged(payment, medusa),
      proofProblem(payment, medusa, now),
      incomplete(payment, medusa),
    ]
    return (
      problems.find(
        (step) =>
          step?.do === "open_exception" && !opened.includes(step.exception.key)
      ) ?? NOTHING
    )
  }
  // The merchant sends a part of it back, and decides about the rest.
  if (isReleased(money)) {
    return released(medusa) ?? restLeft(payment, medusa)
  }
  if (isTestMoney(payment, medusa.current_account)) {
    return openException(
      payment,
      medusa,
      { kind: "test_money" },
      `it was started in ${payment.mode} mode, and the store takes live payments by now: no money moved, and nothing was captured`
    )
  }
  if (medusa.session && !medusa.session.started && isFresh(payment, now)) {
    return {
      do: "retry_later",
      reason: "Medusa is still storing the session that it was started for",
    }
  }
  const step = usable(payment, medusa)
  // Money that may never have arrived has one problem only.
  return step.do === "open_exception" && isDoubted(payment, medusa, now)
    ? (proofProblem(payment, medusa, now) ?? step)
    : step
}

/** Whether a part is sent back or kept, so that the rest is not captured. */
function isReleased({ refund, kept }: Balance): boolean {
  return isMoreThan(sumOf([refund, kept]), "0")
}

/** Until its deposit is read, a paid payment has no money to settle. */
const NO_MONEY: Balance = {
  capture: "0.00",
  refund: "0.00",
  kept: "0.00",
  unallocated: "0.00",
}

/**
 * Money that is sent back or kept settles nothing. An order that it was to
 * pay for has no money any more, unless it was captured before.
 */
function usedUp(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  const { order, payment: own, money } = medusa
  const leftover = released(medusa)
  if (leftover) {
    return leftover
  }
  // The merchant has to know that the chain does not show what is sent back.
  const problem = isDoubted(payment, medusa, now)
    ? proofProblem(payment, medusa, now)
    : null
  if (problem) {
    return problem
  }
  const isUnpaid =
    order &&
    !order.canceled &&
    order.standing &&
    !own?.captured &&
    medusa.cart_id
  return isUnpaid && isMoreThan(money?.refund ?? "0", "0")
    ? openException(
        payment,
        medusa,
        { kind: "order_without_money" },
        `order ${order.id} stands on money that is sent back: cancel it, or ask for another payment`
      )
    : NOTHING
}

/** Reports the rest of money that is sent back or kept in part, once. */
function restLeft(payment: Payment, medusa: MedusaState): SettlementStep {
  return medusa.has_open_exception
    ? { do: "nothing", has_rest: true }
    : openException(
        payment,
        medusa,
        { kind: "not_settled" },
        "a part of its money is sent back or kept, so that the rest can't be captured"
      )
}

/**
 * Refunds all of the money, by a refund in Medusa if Medusa captured it: both
 * records then have the same refund.
 */
function orderCanceled(
  { payment: own }: MedusaState,
  orderId: string,
  money: Balance
): SettlementStep {
  const captured = own?.captured ? own.held : (own?.taken ?? "0")
  if (isMoreThan(captured, "0")) {
    return { do: "refund_capture", amount: captured }
  }
  return hasRest(money)
    ? { do: "refund_remainder", reason: `order ${orderId} was cancelled` }
    : NOTHING
}

/**
 * Releases what a completion left that failed after its authorization. Medusa
 * would complete the cart with it, and not ask the provider again.
 */
function released({
  payment,
  order,
  session,
}: MedusaState): SettlementStep | null {
  if (order || !payment || payment.captured) {
    return null
  }
  if (!payment.canceled) {
    return { do: "release_payment" }
  }
  return session && !CLOSED_SESSIONS.includes(session.status)
    ? { do: "close_session", status: "canceled" }
    : null
}

/**
 * Whether Medusa has taken the money as far as it may: captured, or authorized
 * to be captured later.
 */
function hasTaken(payment: Payment, medusa: MedusaState): boolean {
  const { payment: own } = medusa
  return isCapturedLater(payment, medusa)
    ? own !== null && (own.captured || !own.canceled)
    : own?.captured === true
}

/** Unlinks an order that does not exist. */
function lostOrder({
  lost_order_id: order_id,
  cart_id,
}: MedusaState): SettlementStep | null {
  return order_id && cart_id ? { do: "unlink_order", order_id, cart_id } : null
}

/**
 * Confirms an order that Medusa may still remove: a completion that fails does,
 * also after its authorization.
 */
function unconfirmed({
  payment,
  cart_id,
  order,
}: MedusaState): SettlementStep | null {
  return cart_id && order?.standing === false && !payment?.captured
    ? { do: "confirm_order", cart_id, order_id: order.id }
    : null
}

/** Reports an order that a process which died did not finish. */
function incomplete(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  return medusa.cart_id && medusa.order && medusa.lacks_stock
    ? openException(
        payment,
        medusa,
        { kind: "order_incomplete" },
        `Medusa has not reserved the stock of order ${medusa.order.id}, and may not have announced it`
      )
    : null
}

/**
 * Returns the step towards an order, or the exception if paid money can't
 * become one automatically.
 */
function usable(payment: Payment, medusa: MedusaState): SettlementStep {
  const { session, collection, payment: own, competing_sessions } = medusa
  const refuse = (
    problem: ExceptionProblem,
    happened: string
  ): SettlementStep => openException(payment, medusa, problem, happened)

  if (!collection) {
    return refuse(
      { kind: "cart_changed", reason: "gone" },
      "its cart no longer exists, and it has no order"
    )
  }
  const problem = own?.captured ? null : misplaced(payment, medusa)
  if (problem) {
    return problem
  }
  if (!session) {
    // Its order was placed, and capturing needs no session.
    if (medusa.order && own && !own.captured && !own.canceled) {
      return unconfirmed(medusa) ?? { do: "capture" }
    }
    // A captured payment can't be moved to another session.
    const isMovable = !own || (!own.captured && !medusa.order)
    if (isMovable && isJustDue(inCart(payment), collection)) {
      return released(medusa) ?? { do: "bind_session" }
    }
    return refuse(
      { kind: "cart_changed", reason: "gone" },
      "its cart or payment method changed before the money arrived, and it has no order"
    )
  }
  if (!isAmountDue(payment, session)) {
    return refuse(
      { kind: "cart_changed", reason: "amount" },
      `its session is for ${session.amount} ${session.currency}, not ${payment.cart_amount} ${payment.cart_currency}`
    )
  }
  if (!isJustDue(inCart(payment), collection)) {
    const mayDiffer =
      medusa.order !== null && collection.currency === payment.cart_currency
    if (mayDiffer && !medusa.order?.standing) {
      return {
        do: "retry_later",
        reason: "its order was just placed, and may still be rolled back",
      }
    }
    if (!mayDiffer) {
      return refuse(
        { kind: "cart_changed", reason: "amount" },
        `its cart now totals ${amountDue(collection)} ${collection.currency}, not ${payment.cart_amount} ${payment.cart_currency}`
      )
    }
  }
  if (
    !medusa.order &&
    competing_sessions.some((each) => WAITING_SESSIONS.includes(each))
  ) {
    return { do: "drop_competing_sessions" }
  }
  if (CLOSED_SESSIONS.includes(session.status)) {
    return { do: "reopen_session" }
  }
  const lost = lostOrder(medusa)
  if (lost) {
    return lost
  }
  // Medusa refunds a captured payment when it fails to complete the cart, also
  // when a retry would succeed. Only a placed order's payment is captured.
  const { cart_id, order } = medusa
  if (cart_id && !order && !own?.captured) {
    return { do: "complete_cart", cart_id }
  }
  const next = unconfirmed(medusa)
  if (next) {
    return next
  }
  if (isCapturedLater(payment, medusa)) {
    return { do: "authorize" }
  }
  return { do: own && !own.captured ? "capture" : "process" }
}

function isAmountDue(
  payment: Payment,
  { amount, currency }: { amount: string; currency: string }
): boolean {
  return (
    isSameSum(amount, payment.cart_amount) && currency === payment.cart_currency
  )
}

function inCart({ cart_amount, cart_currency }: Payment) {
  return { amount: cart_amount, currency: cart_currency }
}
