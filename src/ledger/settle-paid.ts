import type { ExceptionKind } from "./exceptions"
import { isFresh } from "./freshness"
import {
  CLOSED_SESSIONS,
  type MedusaBooks,
  type SettlementStep,
  WAITING_SESSIONS,
} from "./medusa-books"
import { isSameAmount, toMinorUnits } from "./money"
import type { Payment } from "./payment"
import { openException } from "./settlement-exception"

const NOTHING: SettlementStep = { do: "nothing" }

/** What is missing until paid money has its one capture on its one order, or a person was asked. */
export function settlePaid(
  payment: Payment,
  books: MedusaBooks,
  now: Date
): SettlementStep {
  // All of it is owed back already: the refund due is where it is looked after.
  if (toMinorUnits(books.refunds_due) >= toMinorUnits(payment.amount)) {
    return NOTHING
  }
  if (books.order?.canceled) {
    return {
      do: "owe_refund",
      reason: `order ${books.order.id} was cancelled`,
    }
  }
  // Judged before the session, which Medusa may delete long after the order.
  if (hasTaken(payment, books) && (books.order || !books.cart_id)) {
    return misplaced(payment, books) ?? NOTHING
  }
  // Who was asked may have sent the goods or the money by hand.
  if (books.answered) {
    return NOTHING
  }
  if (books.session && !books.session.started && isFresh(payment, now)) {
    return {
      do: "retry_later",
      reason: "Medusa is still storing the session that it was started for",
    }
  }
  return usable(payment, books)
}

/** Whether Medusa holds the money as it was started to: captured, or authorized for the merchant to capture. */
function hasTaken(payment: Payment, { payment: own }: MedusaBooks): boolean {
  return payment.capture === "manual"
    ? own !== null && (own.captured || !own.canceled)
    : own?.captured === true
}

/** Why money that Medusa holds, or could hold, pays for nothing there. */
function misplaced(
  payment: Payment,
  books: MedusaBooks
): SettlementStep | null {
  const { collection, payment: own, order } = books
  if (!own?.captured && (own?.canceled || collection?.status === "canceled")) {
    return openException(
      payment,
      books,
      "payment_cancelled",
      "Medusa cancelled its payment, such as by an edit of the order, and may ask the buyer for it again"
    )
  }
  if (collection && isCovered(collection)) {
    return coveredTwice(payment, books)
  }
  // What was paid once and refunded since is finished: it waits for no other money.
  return collection?.status === "completed" && order && !own
    ? coveredTwice(payment, books)
    : null
}

/** The step towards an order, or why paid money can't become one by itself. */
function usable(payment: Payment, books: MedusaBooks): SettlementStep {
  const { session, collection, payment: own, rivals } = books
  const refuse = (kind: ExceptionKind, happened: string): SettlementStep =>
    openException(payment, books, kind, happened)

  if (!collection) {
    return refuse("session_gone", "its cart is gone, and no order is for it")
  }
  const problem = own?.captured ? null : misplaced(payment, books)
  if (problem) {
    return problem
  }
  if (!session) {
    // A captured payment without its session can't be moved to another one.
    return !own && asksForJustThis(payment, collection)
      ? { do: "bind_session" }
      : refuse(
          "session_gone",
          "its cart changed or chose another way to pay before the money came, and no order is for it"
        )
  }
  if (!asksForJustThis(payment, session)) {
    return refuse(
      "session_mismatch",
      `its session asks for ${session.amount} ${session.currency}, not ${payment.cart_amount} ${payment.cart_currency}`
    )
  }
  if (!books.order && rivals.some((each) => WAITING_SESSIONS.includes(each))) {
    return { do: "drop_rivals" }
  }
  return CLOSED_SESSIONS.includes(session.status)
    ? { do: "reopen_session" }
    : { do: "process" }
}

function asksForJustThis(
  payment: Payment,
  { amount, currency }: { amount: string; currency: string }
): boolean {
  return (
    isSameAmount(amount, payment.cart_amount) &&
    currency === payment.cart_currency
  )
}

function coveredTwice(payment: Payment, books: MedusaBooks): SettlementStep {
  return openException(
    payment,
    books,
    "already_covered",
    "another payment has paid for the same: you hold the money twice"
  )
}

/** Whether other payments have brought all that a collection asks for. */
export function isCovered({
  amount,
  covered_by_others,
}: Pick<
  NonNullable<MedusaBooks["collection"]>,
  "amount" | "covered_by_others"
>): boolean {
  const asked = toMinorUnits(amount)
  return asked > 0n && toMinorUnits(covered_by_others) >= asked
}
