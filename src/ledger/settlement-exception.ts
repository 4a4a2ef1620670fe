import { type ExceptionProblem, nameOf } from "./exceptions"
import type { SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"

type ExceptionDetails = {
  /** Distinguishes it from others about the same problem. */
  about?: string
  /** Excess part of the money. */
  excess?: string
  /** Titles of the products that are sold out. */
  items?: string
  /** Medusa's answer, or a code that texts are chosen by. */
  cause?: string | null
  /** Amount that the order or the cart asks for now. */
  total?: string
  total_currency?: string
  /** Amount that was taken for it, in the same currency. */
  taken?: string
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
