import type { ExceptionDraft, ExceptionKind } from "./exceptions"
import { isSameAmount, toMinorUnits } from "./money"
import type { Payment } from "./payment"

/** What Medusa's books say of a payment at this moment. Amounts are exact decimals. */
export type MedusaBooks = {
  session: { status: string; amount: string; currency: string } | null
  /** Medusa's payment of that session. */
  payment: { captured: boolean; canceled: boolean } | null
  /** Null: the collection is gone. */
  collection: {
    amount: string
    /** What other payments of the collection captured and did not refund. */
    covered_by_others: string
  } | null
  cart_id: string | null
  /** The order that is linked to the collection. */
  order: { id: string; canceled: boolean } | null
  /** Sum of the refunds due of this payment, in its stablecoin. */
  refunds_due: string
}

/** What is still missing until Medusa matches the ledger. */
export type SettlementStep =
  | { do: "nothing" }
  /** Authorize, capture and place the order, as far as each is missing. */
  | { do: "process" }
  /** Tell Medusa that the session came to nothing. */
  | { do: "close_session"; status: "canceled" | "error" }
  | { do: "cancel_at_gateway" }
  | { do: "abandon" }
  | { do: "open_exception"; exception: ExceptionDraft }
  /** What was done has not worked: to be tried again later. */
  | { do: "retry_later"; reason: string }

const NOTHING: SettlementStep = { do: "nothing" }

/** While a creation may still be under way, its session's end proves nothing. */
const CREATION_TAKES_AT_MOST_MS = 120_000

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
  const step = missingStep(payment, books, now, done)
  if (!done.includes(step.do)) {
    return step
  }
  return step.do === "open_exception"
    ? NOTHING
    : {
        do: "retry_later",
        reason: `Medusa still needs "${step.do}" after doing it`,
      }
}

function missingStep(
  payment: Payment,
  books: MedusaBooks,
  now: Date,
  done: readonly SettlementStep["do"][]
): SettlementStep {
  switch (payment.status) {
    case "paid":
      return settlePaid(payment, books)
    case "cancelled":
    case "failed":
      return settleEnded(payment, books)
    case "creating":
    case "pending":
    case "abandoned":
      return books.session ? NOTHING : settleOrphan(payment, now, done)
  }
}

function settlePaid(payment: Payment, books: MedusaBooks): SettlementStep {
  const open = (kind: ExceptionKind, happened: string): SettlementStep => ({
    do: "open_exception",
    exception: {
      kind,
      key: [payment.id, kind].join(":"),
      message: `Payment ${payment.id} was paid (${payment.amount} ${payment.currency}), but ${happened}.`,
      details: {
        cart_id: payment.cart_id,
        order_id: books.order?.id ?? null,
        customer_id: payment.customer_id,
      },
    },
  })

  // All of it is owed back already: the refund due is where it is looked after.
  if (toMinorUnits(books.refunds_due) >= toMinorUnits(payment.amount)) {
    return NOTHING
  }
  if (!books.session || !books.collection) {
    return open(
      "session_gone",
      "its cart changed or chose another way to pay before the money came: you hold the money and there is no order for it"
    )
  }
  if (
    !isSameAmount(books.session.amount, payment.cart_amount) ||
    books.session.currency !== payment.cart_currency
  ) {
    return open(
      "session_mismatch",
      `its session asks for ${books.session.amount} ${books.session.currency}, not ${payment.cart_amount} ${payment.cart_currency}`
    )
  }
  if (books.order?.canceled) {
    return open(
      "order_cancelled",
      `order ${books.order.id} was cancelled: you hold the money`
    )
  }
  if (books.payment?.captured) {
    return books.cart_id && !books.order ? { do: "process" } : NOTHING
  }
  if (books.payment?.canceled) {
    return open(
      "payment_cancelled",
      "its payment was cancelled in Medusa, which then captures nothing: you hold the money"
    )
  }
  const { amount, covered_by_others } = books.collection
  if (toMinorUnits(covered_by_others) >= toMinorUnits(amount)) {
    return open(
      "already_covered",
      "another payment had paid for the same cart: you hold the money twice"
    )
  }
  return { do: "process" }
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
  now: Date,
  done: readonly SettlementStep["do"][]
): SettlementStep {
  const cancellable = payment.rail === "onchain" && payment.gateway_id !== null
  if (cancellable && !done.includes("cancel_at_gateway")) {
    return { do: "cancel_at_gateway" }
  }
  const age = now.getTime() - payment.created_at.getTime()
  if (payment.status === "creating" && age < CREATION_TAKES_AT_MOST_MS) {
    return NOTHING
  }
  return payment.status === "abandoned" ? NOTHING : { do: "abandon" }
}
