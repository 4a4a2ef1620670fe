import { type Balance, hasRest, isReleased } from "./deposits"
import type { MedusaState, SettlementStep } from "./medusa-state"
import { dueChanged, misplaced } from "./misplaced-money"
import { isMoreThan } from "./money"
import type { Payment } from "./payment"
import { lostOrder, unconfirmed, unrecorded } from "./place-order"
import { readsChain } from "./proof"
import { isCapturedLater, proofProblem } from "./proof-problem"
import { openException } from "./settlement-exception"

/**
 * Whether Medusa has taken the money as far as it may: captured, or authorized
 * to be captured later.
 */
export function hasTaken(payment: Payment, medusa: MedusaState): boolean {
  const { payment: own } = medusa
  return isCapturedLater(payment, medusa)
    ? own !== null && (own.captured || !own.canceled)
    : own?.captured === true
}

/**
 * Returns the next step of money that Medusa has taken: its capture is recorded,
 * its order stands, and what differs from the order has an exception.
 */
export function settleTaken(
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
  if (!isCaptured && isReleased(money)) {
    return restLeft(payment, medusa)
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
export function firstNew(
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
export function restLeft(
  payment: Payment,
  medusa: MedusaState
): SettlementStep {
  return medusa.has_open_exception
    ? { do: "nothing", has_rest: true }
    : openException(
        payment,
        medusa,
        { kind: "not_settled" },
        { cause: "rest_left" }
      )
}
