import { hasOtherMoney, sumsOf } from "./amount-due"
import { isTestMoney } from "./authorization"
import { worthOf } from "./conversion"
import {
  asCaptured,
  type Balance,
  balanceOf,
  hasRest,
  isReleased,
} from "./deposits"
import { judgePrice } from "./late-price"
import type { MedusaState, SettlementStep } from "./medusa-state"
import { differenceOf, isMoreThan, lesserOf, toMinorUnits } from "./money"
import { isFresh } from "./open"
import type { Payment } from "./payment"
import {
  lostOrder,
  placeOrder,
  released,
  unconfirmed,
  unrecorded,
} from "./place-order"
import { isHeld, readsChain } from "./proof"
import {
  doubtProblem,
  dueChanged,
  isCapturedLater,
  misplaced,
  openException,
  proofProblem,
} from "./settlement-problems"

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
  // Until its deposit is read, a paid payment has no money to settle.
  const balance = medusa.money ?? balanceOf({ amount: "0" }, [])
  const money = asCaptured(balance, medusa.payment)
  // All of it is sent back, or kept for another order.
  if (!hasRest(money) && !isMoreThan(money.capture, "0")) {
    return usedUp(payment, medusa, now, opened)
  }
  const isSimulated =
    isTestMoney(payment, medusa.current_account) && !hasTaken(payment, medusa)
  if (medusa.order?.canceled && !isSimulated) {
    // Nothing is refunded that may never have arrived.
    const problem = proofProblem(payment, medusa, now)
    return problem || isHeld(payment, medusa.chain_policy)
      ? (problem ?? NOTHING)
      : orderCanceled(payment, medusa, money)
  }
  // Checked before the session, which Medusa may delete long after the order.
  if (hasTaken(payment, medusa) && (medusa.order || !medusa.cart_id)) {
    return settleTaken(payment, medusa, now, money, opened)
  }
  // The merchant sends a part of it back, and decides about the rest.
  if (isReleased(money)) {
    return released(medusa) ?? restLeft(payment, medusa)
  }
  if (isTestMoney(payment, medusa.current_account)) {
    return openException(payment, medusa, { kind: "test_money" })
  }
  if (medusa.session && !medusa.session.started && isFresh(payment, now)) {
    return {
      do: "retry_later",
      reason: "Medusa is still storing the session that it was started for",
    }
  }
  const place = placeOrder(payment, medusa)
  // The price of what is not to be placed any more does not matter.
  const step =
    place.do === "open_exception"
      ? place
      : (judgePrice(payment, medusa) ?? place)
  // Money that may never have arrived has one problem only.
  return step.do === "open_exception"
    ? (doubtProblem(payment, medusa, now) ?? step)
    : step
}

/**
 * Money that is sent back or kept settles nothing. An order that it was to
 * pay for has no money any more, unless other payments cover it.
 */
function usedUp(
  payment: Payment,
  medusa: MedusaState,
  now: Date,
  opened: readonly string[]
): SettlementStep {
  const { order, payment: own, collection } = medusa
  // Its order seems to owe what was refunded until it has the capture, too.
  const isRecordable = own?.captured && !order?.canceled
  const isStanding = order !== null && !order.canceled
  const step =
    released(medusa) ??
    (isRecordable ? unrecorded(medusa) : null) ??
    (isStanding ? unconfirmed(medusa) : null)
  if (step) {
    return step
  }
  // While it is authorized, no other payment can be started or captured.
  if (isStanding && own && !own.captured && !own.canceled) {
    return { do: "release_payment" }
  }
  const sums = collection && sumsOf(collection)
  const isUnpaid =
    sums !== null && toMinorUnits(differenceOf(sums.total, sums.held)) > 0n
  const isUncovered =
    isStanding && medusa.cart_id && isUnpaid && !hasOtherMoney(collection)
  return firstNew(
    [
      // The merchant has to know that the chain does not show what is sent back.
      doubtProblem(payment, medusa, now),
      isUncovered
        ? openException(payment, medusa, { kind: "order_without_money" })
        : null,
    ],
    opened
  )
}

/**
 * Refunds all of the money, by a refund in Medusa if Medusa captured it: both
 * records then have the same refund.
 */
function orderCanceled(
  payment: Payment,
  { payment: own }: MedusaState,
  money: Balance
): SettlementStep {
  const { held = "0", taken = "0", captured = false } = own ?? {}
  // Less what is kept for something else.
  const amount = captured ? held : lesserOf(worthOf(payment, taken), held)
  if (isMoreThan(amount, "0")) {
    return { do: "refund_capture", amount }
  }
  return hasRest(money) ? { do: "refund_remainder" } : NOTHING
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

/**
 * Returns the next step of money that Medusa has taken: its capture is recorded,
 * its order stands, and what differs from the order has an exception.
 */
function settleTaken(
  payment: Payment,
  medusa: MedusaState,
  now: Date,
  money: Balance,
  opened: readonly string[]
): SettlementStep {
  const isCaptured = medusa.payment?.captured === true
  const step = lostOrder(medusa) ?? unrecorded(medusa) ?? unconfirmed(medusa)
  if (step) {
    return step
  }
  const isUnused = !isReleased(money) && !isMoreThan(money.capture, "0")
  if (isCaptured && isUnused) {
    return { do: "note_capture" }
  }
  const problems = [
    // Captured money that is too much is a part of the order's excess.
    isCaptured ? null : misplaced(payment, medusa),
    dueChanged(payment, medusa),
    proofProblem(payment, medusa, now),
    // A process that died did not finish its order.
    medusa.cart_id && medusa.order && medusa.lacks_stock
      ? openException(payment, medusa, { kind: "order_incomplete" })
      : null,
  ]
  const next = firstNew(problems, opened)
  // A proof that is still read may tell why more arrived.
  const isProving = payment.prove_at !== null && readsChain(medusa.chain_policy)
  const isLeft = isCaptured && hasRest(money) && !isProving
  return next.do === "nothing" && isLeft ? restLeft(payment, medusa) : next
}

/** The merchant may have resolved what the current run has opened. */
function firstNew(
  problems: readonly (SettlementStep | null)[],
  opened: readonly string[]
): SettlementStep {
  const step = problems.find(
    (each) =>
      each?.do === "open_exception" && !opened.includes(each.exception.key)
  )
  return step ?? { do: "nothing" }
}

/** Reports a rest that is not captured, once: its part is used, or too much. */
function restLeft(payment: Payment, medusa: MedusaState): SettlementStep {
  return medusa.has_open_exception
    ? { do: "nothing", has_rest: true }
    : openException(
        payment,
        medusa,
        { kind: "not_settled" },
        { cause: "rest_left" }
      )
}
