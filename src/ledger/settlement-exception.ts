import type { ExceptionKind } from "./exceptions"
import type { MedusaState, SettlementStep } from "./medusa-state"
import type { Payment } from "./payment"

/** As much of Medusa's state as says whose the money is. */
type WithOrder = {
  order: Pick<NonNullable<MedusaState["order"]>, "id"> | null
}

type ExceptionDetails = {
  /** Sets it apart from others of its kind. */
  about?: string
  /** The part of the money that is too much. */
  excess?: string
  /** Medusa's refund that it stands for. */
  medusa_refund_id?: string
  /** The amount of that refund: only this part is held because of it. */
  withheld?: string
}

/** One exception about the same payment, kind and subject. */
export function exceptionKey(
  { id, status }: Pick<Payment, "id" | "status">,
  kind: ExceptionKind,
  about?: string
): string {
  return [
    id,
    kind,
    // Before there was money it is another exception than after.
    ...(status === "paid" ? [] : ["unpaid"]),
    ...(about ? [about] : []),
  ].join(":")
}

/** The question to a person about a payment that Medusa's books do not fit, with what the merchant holds and for whom. */
export function openException(
  payment: Payment,
  medusa: WithOrder,
  kind: ExceptionKind,
  happened: string,
  { about, ...more }: ExceptionDetails = {}
): Extract<SettlementStep, { do: "open_exception" }> {
  const held =
    payment.status === "paid"
      ? ` ${holding(payment, medusa, more.withheld)}`
      : ""
  return {
    do: "open_exception",
    exception: {
      kind,
      key: exceptionKey(payment, kind, about),
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

function holding(
  payment: Payment,
  { order }: WithOrder,
  amount = payment.amount
): string {
  const where = payment.chain ? ` on ${payment.chain}` : ""
  const owners = [
    payment.customer_id && `customer ${payment.customer_id}`,
    payment.cart_id && `cart ${payment.cart_id}`,
    order && `order ${order.id}`,
  ].filter(Boolean)
  const whose =
    owners.join(", ") || `collection ${payment.payment_collection_id}`
  return `You hold ${amount} ${payment.currency}${where} for ${whose}.`
}
