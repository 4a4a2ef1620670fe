import { type ExceptionProblem, nameOf } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"

/** Parts of Medusa's state that identify the owner of the money. */
type WithOrder = {
  order: Pick<NonNullable<MedusaState["order"]>, "id"> | null
}

type ExceptionDetails = {
  /** Distinguishes it from others about the same problem. */
  about?: string
  /** Excess part of the money. */
  excess?: string
  /** Titles of the products that are sold out. */
  items?: string
  /** Medusa's answer, or a code that texts are chosen by. */
  cause?: string
  /** Amount that the order or the cart asks for now. */
  total?: string
  total_currency?: string
  /** Amount that was taken for it, in the same currency. */
  taken?: string
}

/** Key of the exception about the same payment, problem and subject. */
function exceptionKey(
  { id, status }: Pick<Payment, "id" | "status">,
  problem: ExceptionProblem,
  about?: string
): string {
  return [
    id,
    nameOf(problem),
    // An exception before there is money differs from one after.
    ...(status === "paid" ? [] : ["unpaid"]),
    ...(about ? [about] : []),
  ].join(":")
}

/** Opens an exception about a payment that Medusa's state does not match. */
export function openException(
  payment: Payment,
  medusa: WithOrder,
  problem: ExceptionProblem,
  { about, ...more }: ExceptionDetails = {}
): Extract<SettlementStep, { do: "open_exception" }> {
  return {
    do: "open_exception",
    exception: {
      ...problem,
      key: exceptionKey(payment, problem, about),
      deposit_id: payment.deposit_id,
      details: {
        status: payment.status,
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
