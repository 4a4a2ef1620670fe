import { traitsOf } from "./exception-traits"
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

/**
 * Opens an exception about a payment that Medusa's state does not match. It
 * names the money that the merchant has, and its owner.
 */
export function openException(
  payment: Payment,
  medusa: WithOrder,
  problem: ExceptionProblem,
  happened: string,
  { about, ...more }: ExceptionDetails = {}
): Extract<SettlementStep, { do: "open_exception" }> {
  const { money } = traitsOf(problem)
  const held =
    payment.status === "paid" && money !== "unproven" && money !== "test"
      ? ` ${holding(payment, medusa)}`
      : ""
  return {
    do: "open_exception",
    exception: {
      ...problem,
      key: exceptionKey(payment, problem, about),
      deposit_id: payment.deposit_id,
      message: `Payment ${payment.id} of ${payment.amount} ${payment.currency} is ${payment.status}, but ${happened}.${held}`,
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

function holding(payment: Payment, { order }: WithOrder): string {
  const where = payment.chain ? ` on ${payment.chain}` : ""
  const owners = [
    payment.customer_id && `customer ${payment.customer_id}`,
    payment.cart_id && `cart ${payment.cart_id}`,
    order && `order ${order.id}`,
  ].filter(Boolean)
  const whose =
    owners.join(", ") || `collection ${payment.payment_collection_id}`
  return `You have received ${payment.amount} ${payment.currency}${where} for ${whose}.`
}
