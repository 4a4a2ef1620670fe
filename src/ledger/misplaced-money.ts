import { isCovered } from "./collection-due"
import type { MedusaState, SettlementStep } from "./medusa-state"
import { differenceOf, toAmount, toMinorUnits } from "./money"
import type { Payment } from "./payment"
import { openException } from "./settlement-exception"

/** Reports money that Medusa has or could take, but that pays for nothing. */
export function misplaced(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  const { collection, payment: own, order, session } = medusa
  // Settling cancels what a deleted session left, to create another.
  const isCanceled = own?.canceled && (session !== null || order !== null)
  if (!own?.captured && (isCanceled || collection?.status === "canceled")) {
    return openException(
      payment,
      medusa,
      "payment_cancelled",
      "Medusa cancelled its payment, such as by an edit of the order, and may charge the buyer again"
    )
  }
  if (collection && isCovered(collection)) {
    return coveredTwice(payment, medusa)
  }
  // A collection that was paid and refunded is finished and waits for no other
  // money.
  return collection?.status === "completed" && order && !own
    ? coveredTwice(payment, medusa)
    : null
}

function coveredTwice(payment: Payment, medusa: MedusaState): SettlementStep {
  const { collection } = medusa
  const isAuthorizedOnly =
    collection !== null &&
    isCovered(collection) &&
    !isCovered({
      ...collection,
      covered_by_others: collection.captured_by_others,
    })
  return openException(
    payment,
    medusa,
    "already_covered",
    isAuthorizedOnly
      ? "another payment is already authorized for the same cart or order, and pays for it once that payment is captured"
      : "another payment has already paid for it: you received the money twice"
  )
}

/**
 * Reports an order that was edited while its buyer paid, so that its amount due
 * differs from the money received.
 */
export function dueChanged(
  payment: Payment,
  medusa: MedusaState
): SettlementStep | null {
  const { collection, order } = medusa
  // Another collection replaces one that Medusa gave up.
  if (!collection || collection.status === "canceled") {
    return null
  }
  const { amount, currency, taken, held } = collection
  const total = `${order ? `order ${order.id}` : "its collection"} now totals ${amount} ${currency}`
  if (isCentsMore(amount, taken)) {
    return openException(
      payment,
      medusa,
      "amount_due_changed",
      `${total}: ${taken} ${currency} was taken, and ${differenceOf(amount, taken)} ${currency} is still due`,
      { about: `${amount}/${taken}` }
    )
  }
  // A later refund does not raise the amount due, and does settle an excess.
  return isCentsMore(held, amount)
    ? openException(
        payment,
        medusa,
        "amount_due_changed",
        `${total}: ${held} ${currency} was taken, which is ${differenceOf(held, amount)} ${currency} too much`,
        {
          about: `${amount}/${held}`,
          excess: toAmount(differenceOf(held, amount)),
        }
      )
    : null
}

/** Sum that is too much now, an exact decimal; null for none. */
export function excessOf({
  collection,
}: Pick<MedusaState, "collection">): string | null {
  return collection && isCentsMore(collection.held, collection.amount)
    ? toAmount(differenceOf(collection.held, collection.amount))
    : null
}

/** Less than a cent is Medusa's rounding. */
function isCentsMore(a: string, b: string): boolean {
  return toMinorUnits(a) > toMinorUnits(b)
}
