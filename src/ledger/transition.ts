import { forgotten, withoutLinks } from "./erasure"
import type { Fact, StartedFact } from "./facts"
import { transferException } from "./transfers"
import {
  change,
  exception,
  foreignId,
  type Known,
  NOTHING,
  paid,
  type Transition,
} from "./paid-transition"
import { proofPatch } from "./proof"
import { isCompared, shownInTime } from "./late-price"
import { isOpen } from "./open"
import { isHigher, type Payment, type PaymentStatus } from "./payment"
import { RAIL_TRAITS } from "./rails"

/**
 * `(payment, fact) → payment`, pure. Facts only move a payment to a higher
 * state, so that any order and repetition of them ends the same. A paid fact
 * that does not match the ledger changes nothing and opens an exception. A fact
 * that ends a payment erases the gateway's links.
 *
 * @param at when the fact was learned; a repetition keeps the first time
 */
export function transition(
  payment: Payment,
  fact: Fact,
  at: Date,
  known: Known = {}
): Transition {
  return withoutLinks(payment, transitionOf(payment, fact, at, known))
}

function transitionOf(
  payment: Payment,
  fact: Fact,
  at: Date,
  known: Known
): Transition {
  switch (fact.kind) {
    case "started":
      return started(payment, fact)
    case "opened":
      return reported(payment, "pending", fact)
    case "refused":
      return climb(payment, "failed")
    case "failed":
    case "cancelled":
      return reported(payment, fact.kind, fact)
    case "superseded":
      return isOpen(payment) && !payment.superseded_at
        ? change({ superseded_at: at })
        : NOTHING
    case "abandoned":
      return climb(payment, "abandoned")
    case "paid":
      return paid(payment, fact, at, known)
    case "returned": {
      // A return by the success URL outranks one by the cancel URL, in any order.
      const known = payment.returned_result
      return known === fact.result || known === "success"
        ? NOTHING
        : change({ returned_at: at, returned_result: fact.result })
    }
    case "bound":
      return payment.status === "paid" && payment.session_id === fact.from
        ? change({ session_id: fact.to, superseded_at: null })
        : NOTHING
    case "priced": {
      const isNews =
        !isCompared(payment) && (!payment.late_price || isCompared(fact))
      return isNews ? change({ late_price: fact.late_price }) : NOTHING
    }
    case "price_accepted":
      return payment.late_price
        ? change({ late_price: { ...payment.late_price, accepted: true } })
        : NOTHING
    case "proof": {
      // Settling decides about captures and exceptions.
      const isOurs =
        payment.status === "paid" &&
        payment.tx_hash?.toLowerCase() === fact.proof.tx_hash
      const patch = isOurs && proofPatch(payment, fact, at)
      return change(patch ? { ...patch, ...shownInTime(payment, fact) } : {})
    }
    case "seen":
      // Only the gateway's report makes a payment paid.
      return {
        patch: {},
        exceptions: [
          transferException(fact.transfer, fact.as, payment, fact.deposit_id),
        ],
      }
    case "forgotten":
      return forgotten(payment)
    case "unreadable":
      return exception(
        payment,
        { kind: "webhook_problem", reason: "unreadable" },
        fact.problem,
        { cause: fact.problem }
      )
    case "unknown_at_gateway":
      return exception(
        payment,
        { kind: "unknown_at_gateway" },
        payment.gateway_id ?? "",
        { gateway_id: payment.gateway_id }
      )
  }
}

/**
 * Applies a report about an unpaid payment. A hosted checkout may retry under
 * another id: only its success shows which id counts.
 */
function reported(
  payment: Payment,
  to: PaymentStatus,
  fact: { gateway_id?: string }
): Transition {
  return RAIL_TRAITS[payment.rail].mayRecover
    ? climb(payment, to)
    : (foreignId(payment, fact.gateway_id) ?? climb(payment, to, fact))
}

/** Moves up to a state, never down. Stores the gateway's id if it is new. */
function climb(
  payment: Payment,
  to: PaymentStatus,
  fact: { gateway_id?: string } = {}
): Transition {
  const patch: Partial<Payment> = {}
  if (isHigher(to, payment.status)) {
    patch.status = to
  }
  if (fact.gateway_id && !payment.gateway_id) {
    patch.gateway_id = fact.gateway_id
  }
  return change(patch)
}

function started(payment: Payment, fact: StartedFact): Transition {
  // A webhook may have overtaken this response: its state is kept.
  const { patch } = climb(payment, "pending", fact)
  return change({
    ...patch,
    checkout_token: fact.checkout_token,
    redirect_url: fact.redirect_url,
    app_url: fact.app_url ?? null,
    intent_url: fact.intent_url ?? null,
    // A paid event that overtook this response already set the mode.
    mode: (payment.status === "paid" && payment.mode) || fact.mode,
    destination_address: fact.destination_address ?? null,
  })
}

/** Whether a fact would change the ledger. */
export function changesPayment(
  payment: Payment,
  fact: Fact,
  at: Date
): boolean {
  const { deposit_id } = payment
  const { patch, exceptions } = transition(payment, fact, at, { deposit_id })
  return Object.keys(patch).length > 0 || exceptions.length > 0
}
