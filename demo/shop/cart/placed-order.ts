import type Medusa from "@medusajs/js-sdk"
import {
  listPayments,
  type StorePayment,
} from "medusa-payment-stablecoin-storefront"
import type { Order } from "../shop.ts"

/**
 * `unpaid`: the order is placed, and its payment waits (`order_first`).
 * `cancelled`: the order was cancelled.
 */
export type OrderState = "placed" | "unpaid" | "cancelled"

export type PlacedOrder = {
  order: Order
  /** The cart that became the order, or that it was created for. */
  cartId: string | undefined
  state: OrderState
  /** The stablecoin payment that decides it. */
  payment: StorePayment | undefined
  /** All of them, also for what was added to it later. */
  payments: StorePayment[]
}

const UNPAID = ["not_paid", "awaiting", "requires_action"]

export async function readPlacedOrder(
  sdk: Medusa,
  id: string
): Promise<PlacedOrder> {
  const [answer, payments] = await Promise.all([
    sdk.store.order.retrieve(id, { fields: "+cart.id" }),
    listPayments(sdk, { order_id: id }),
  ])
  const order: Order & { cart?: { id: string } } = answer.order
  const payment =
    payments.find(({ in_question }) => in_question) ??
    payments.find(({ status }) => status === "paid") ??
    payments[0]
  const cartId = order.cart?.id ?? payment?.cart_id
  const state = orderState(order, payment)
  return { order, cartId, state, payment, payments }
}

/** Payment collections that ask for the rest of an order, such as an edited one. */
export function openCollections(order: Order) {
  const { status, summary, payment_collections } = order
  const isDue = status !== "canceled" && summary.pending_difference > 0
  return (payment_collections ?? []).filter(
    (each) => isDue && ["not_paid", "awaiting"].includes(each.status)
  )
}

function orderState(
  order: Order,
  payment: StorePayment | undefined
): OrderState {
  if (order.status === "canceled") {
    return "cancelled"
  }
  if (!payment || !UNPAID.includes(order.payment_status)) {
    return "placed"
  }
  if (payment.order_canceled) {
    return "cancelled"
  }
  // The payment is paid before the order shows it.
  return payment.status === "paid" ? "placed" : "unpaid"
}
