import { hasOtherMoney, isCovered, stillDue, sumsOf } from "./amount-due"
import { coinsOf, worthOf } from "./conversion"
import { hasRest } from "./deposits"
import { type ExceptionProblem, nameOf } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import {
  decimalsOf,
  differenceOf,
  lesserOf,
  toAmount,
  toExactDecimal,
  toMinorUnits,
} from "./money"
import type { Payment } from "./payment"
import { doubtOf, isHeld, readsChain } from "./proof"

type ExceptionDetails = {
  /** Distinguishes it from others about the same problem. */
  about?: string
  /** Excess part of the money, in its coin. */
  excess?: string
  /** The same in the currency of its cart. */
  cart_excess?: string
  /** Titles of the products that are sold out. */
  items?: string
  /** Medusa's answer, or a code that texts are chosen by. */
  cause?: string | null
  /** Amount that the order or the cart asks for now. */
  total?: string
  total_currency?: string
  /** Amount that was taken for it, in the same currency. */
  taken?: string
  /** Rates at the start and now, what its cart costs now, and the difference. */
  shown_rate?: string | null
  rate?: string | null
  due?: string
  difference?: string
}

/** Opens an exception about a payment that Medusa's state does not match. */
export function openException(
  payment: Payment,
  medusa: { order: { id: string } | null },
  problem: ExceptionProblem,
  { about, ...more }: ExceptionDetails = {}
): Extract<SettlementStep, { do: "open_exception" }> {
  const { id, status, deposit_id } = payment
  // An exception before there is money differs from one after.
  const since = status === "paid" ? [] : "unpaid"
  return {
    do: "open_exception",
    exception: {
      ...problem,
      key: [id, nameOf(problem), since, about ?? []].flat().join(":"),
      deposit_id,
      details: {
        status,
        amount: payment.amount,
        currency: payment.currency,
        chain: payment.chain,
        tx_hash: payment.tx_hash,
        cart_id: payment.cart_id,
        order_id: medusa.order?.id ?? null,
        customer_id: payment.customer_id,
        ...more,
      },
    },
  }
}

/** Reports money that Medusa has or could take, but that pays for nothing. */
export function misplaced(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  const { collection, payment: own, order, session } = medusa
  const manual = order || own?.captured ? null : medusa.manual_order
  const open = (problem: ExceptionProblem, cause: string | null = null) =>
    openException(payment, { order: order ?? manual }, problem, { cause })
  // Settling cancels what a deleted session left, to create another.
  const isCanceled = own?.canceled && (session !== null || order !== null)
  if (!own?.captured && (isCanceled || collection?.status === "canceled")) {
    return open({ kind: "cart_changed", reason: "cancelled" })
  }
  const isUndue = collection !== null && isCovered(collection)
  if (isUndue && hasOtherMoney(collection)) {
    return open({ kind: "already_covered" }, "other_payment")
  }
  if (manual) {
    return open({ kind: "already_covered" }, "manual_order")
  }
  // A collection that was paid and refunded is finished and waits for no other
  // money.
  const isFinished = collection?.status === "completed" && order && !own
  return isUndue || isFinished ? open({ kind: "already_covered" }) : null
}

/**
 * Reports an order whose total changed, so that it differs from the money that
 * its payments took. Without an order, the collection is compared.
 */
export function dueChanged(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  const { collection } = medusa
  if (!collection) {
    return null
  }
  const { currency, order_due } = collection
  const { total, taken, held } = sumsOf(collection)
  const open = (sum: string, excess?: string) =>
    openException(
      payment,
      medusa,
      { kind: "amount_due_changed" },
      {
        total: toExactDecimal(total),
        total_currency: currency,
        taken: toExactDecimal(sum),
        // Sums that come back after others are another problem. An excess that
        // another payment has refunded in part is not.
        about: [
          toExactDecimal(total),
          excess ? `+${excess}` : toExactDecimal(sum),
          order_due?.changed_in,
        ]
          .filter(Boolean)
          .join("/"),
        ...(excess && {
          excess: coinsOf(payment, excess),
          cart_excess: excess,
          cause: "excess",
        }),
      }
    )
  const own = excessOf(medusa)
  if (own) {
    return open(held, own)
  }
  // Another collection replaces one that Medusa gave up, and a refund does not
  // raise what is due of one that was paid.
  const isFinished =
    collection.status === "canceled" ||
    (!order_due && collection.status === "completed")
  const due = stillDue(
    collection,
    medusa.money && worthOf(payment, medusa.money.kept)
  )
  return !isFinished && toMinorUnits(due) > 0n ? open(taken) : null
}

/**
 * The part of the money beyond what an order asks for now, or a collection
 * without one, that a payment answers for. The newest payment answers first, up
 * to what it took, then the one before, so that the parts sum up to the excess.
 *
 * @returns a decimal with the digits of its currency; null for none
 */
export function excessOf({
  collection,
  payment: own,
}: Pick<MedusaState, "collection" | "payment">): string | null {
  if (!collection || !own) {
    return null
  }
  const { total, held, held_later } = sumsOf(collection)
  const left = differenceOf(differenceOf(held, total), held_later)
  const part = lesserOf(left, own.held)
  // Less than a cent is Medusa's rounding.
  return toMinorUnits(held) > toMinorUnits(total) && toMinorUnits(part) > 0n
    ? toAmount(part, decimalsOf(collection.currency))
    : null
}

/** By the merchant, or once the chain has proven the transfer. */
export function isCapturedLater(
  payment: Payment,
  { chain_policy }: MedusaState
): boolean {
  return payment.capture === "manual" || isHeld(payment, chain_policy)
}

/** Reports a payment whose transfer the chain does not show. */
export function doubtProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const doubt = readsChain(medusa.chain_policy) ? doubtOf(payment, now) : null
  if (!doubt) {
    return null
  }
  const [reason, about] =
    doubt === "not_found"
      ? ([doubt, {}] as const)
      : (["contradicted", { about: doubt }] as const)
  const isMore =
    doubt === "wrong_amount" &&
    medusa.payment?.captured &&
    medusa.money &&
    hasRest(medusa.money)
  return openException(
    payment,
    medusa,
    { kind: "unproven", reason },
    { ...about, ...(isMore && { cause: "excess" }) }
  )
}

/** Also reports one whose capture waits for what the chain can't show. */
export function proofProblem(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep | null {
  const { chain_policy } = medusa
  const doubted = doubtProblem(payment, medusa, now)
  if (doubted || !isHeld(payment, chain_policy)) {
    return doubted
  }
  const missing = {
    no_endpoint: !chain_policy.has_endpoint,
    no_address: !payment.destination_address,
  }
  const cause = Object.entries(missing).find(([, isMissing]) => isMissing)?.[0]
  return cause
    ? openException(
        payment,
        medusa,
        { kind: "unproven", reason: "unchecked" },
        { cause }
      )
    : null
}
