import type { ExceptionKind } from "./exceptions"
import type { MedusaBooks, SettlementStep } from "./medusa-books"
import { isSameAmount, toMinorUnits } from "./money"
import type { Payment } from "./payment"

const NOTHING: SettlementStep = { do: "nothing" }

/** While a creation may still be under way, what its session looks like proves nothing. */
const CREATION_TAKES_AT_MOST_MS = 120_000

/** Looks after which a step that does not work becomes a question for a person. */
const LOOKS_BEFORE_ASKING = 5

/**
 * The next step of settling, from the two books alone. It is asked again after
 * each step until it says `nothing`, and carries nothing of the past: running
 * it twice, late or after a crash does no harm.
 *
 * @param done what this run has done already: a step that is still missing
 *   after it was done has not worked
 */
export function nextStep(
  payment: Payment,
  books: MedusaBooks,
  now: Date,
  done: readonly SettlementStep["do"][] = []
): SettlementStep {
  const step = missingStep(payment, books, now)
  if (!done.includes(step.do)) {
    return step
  }
  if (step.do === "open_exception" || done.includes("open_exception")) {
    return NOTHING
  }
  return afterFailure(
    payment,
    books,
    `"${step.do}" was done and is still missing`
  )
}

/**
 * What follows a step that has not worked: another try, and after some looks
 * the question to a person, beside which it goes on being tried.
 */
export function afterFailure(
  payment: Payment,
  books: MedusaBooks,
  reason: string
): Extract<SettlementStep, { do: "retry_later" | "open_exception" }> {
  if (payment.looks < LOOKS_BEFORE_ASKING) {
    return { do: "retry_later", reason }
  }
  return books.payment?.captured
    ? openException(
        payment,
        books,
        "order_missing",
        `Medusa could not place its order: it is captured, and nothing will be delivered (${reason})`
      )
    : openException(
        payment,
        books,
        "not_settled",
        `Medusa does not follow (${reason})`
      )
}

function missingStep(
  payment: Payment,
  books: MedusaBooks,
  now: Date
): SettlementStep {
  switch (payment.status) {
    case "paid":
      return settlePaid(payment, books, now)
    case "cancelled":
    case "failed":
      return settleEnded(payment, books)
    case "creating":
    case "pending":
    case "abandoned":
      return books.session ? NOTHING : settleOrphan(payment, books, now)
  }
}

function settlePaid(
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
  if (books.payment?.captured && (books.order || !books.cart_id)) {
    return NOTHING
  }
  if (books.session && !books.session.started && isFresh(payment, now)) {
    return {
      do: "retry_later",
      reason: "Medusa is still storing the session that it was started for",
    }
  }
  const problem = unusable(payment, books)
  return problem
    ? openException(payment, books, problem.kind, problem.happened)
    : { do: "process" }
}

/** Why paid money can't become an order by itself. */
function unusable(
  payment: Payment,
  { session, collection, payment: own }: MedusaBooks
): { kind: ExceptionKind; happened: string } | null {
  if (!session || !collection) {
    return {
      kind: "session_gone",
      happened:
        "its cart changed or chose another way to pay before the money came: you hold the money and there is no order for it",
    }
  }
  if (
    !isSameAmount(session.amount, payment.cart_amount) ||
    session.currency !== payment.cart_currency
  ) {
    return {
      kind: "session_mismatch",
      happened: `its session asks for ${session.amount} ${session.currency}, not ${payment.cart_amount} ${payment.cart_currency}`,
    }
  }
  if (own?.captured) {
    return null
  }
  if (own?.canceled) {
    return {
      kind: "payment_cancelled",
      happened:
        "its payment was cancelled in Medusa, which then captures nothing: you hold the money",
    }
  }
  return isCovered(collection)
    ? {
        kind: "already_covered",
        happened:
          "another payment had paid for the same cart: you hold the money twice",
      }
    : null
}

/** Whether other payments have brought all that a collection asks for. */
export function isCovered({
  amount,
  covered_by_others,
}: NonNullable<MedusaBooks["collection"]>): boolean {
  return toMinorUnits(covered_by_others) >= toMinorUnits(amount)
}

function settleEnded(payment: Payment, books: MedusaBooks): SettlementStep {
  const waiting = ["pending", "requires_more", "pending_authorization"]
  if (!books.session || !waiting.includes(books.session.status)) {
    return NOTHING
  }
  return {
    do: "close_session",
    status: payment.status === "cancelled" ? "canceled" : "error",
  }
}

/** The session is really gone: the buyer changed the cart or the method. */
function settleOrphan(
  payment: Payment,
  books: MedusaBooks,
  now: Date
): SettlementStep {
  if (payment.rail === "onchain" && payment.gateway_id) {
    // What can be asked about is never given up, and without its credentials it waits for them.
    return books.askable ? { do: "cancel_at_gateway" } : NOTHING
  }
  if (payment.status === "creating" && isFresh(payment, now)) {
    return NOTHING
  }
  return payment.status === "abandoned" ? NOTHING : { do: "abandon" }
}

function isFresh({ created_at }: Payment, now: Date): boolean {
  return now.getTime() - created_at.getTime() < CREATION_TAKES_AT_MOST_MS
}

function openException(
  payment: Payment,
  books: MedusaBooks,
  kind: ExceptionKind,
  happened: string
): Extract<SettlementStep, { do: "open_exception" }> {
  return {
    do: "open_exception",
    exception: {
      kind,
      key: [payment.id, kind].join(":"),
      message: `Payment ${payment.id} of ${payment.amount} ${payment.currency} is ${payment.status}, but ${happened}.`,
      details: {
        cart_id: payment.cart_id,
        order_id: books.order?.id ?? null,
        customer_id: payment.customer_id,
      },
    },
  }
}
