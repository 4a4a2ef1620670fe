import type Medusa from "@medusajs/js-sdk"
import { resumePayment } from "medusa-payment-stablecoin/storefront"
import type { Order } from "../shop.ts"

/**
 * `unpaid`: the order is placed, and its payment waits (`order_first`).
 * `cancelled`: the order was cancelled.
 */
export type OrderState = "placed" | "unpaid" | "cancelled"

export type PlacedOrder = {
  order: Order
  /** The cart that became the order. */
  cartId: string | undefined
  state: OrderState
}

const UNPAID = ["not_paid", "awaiting", "requires_action"]

export async function readPlacedOrder(
  sdk: Medusa,
  id: string
): Promise<PlacedOrder> {
  const answer = await sdk.store.order.retrieve(id, { fields: "+cart.id" })
  const order: Order & { cart?: { id: string } } = answer.order
  const cartId = order.cart?.id
  return { order, cartId, state: await orderState(sdk, order, cartId) }
}

async function orderState(
  sdk: Medusa,
  order: Order,
  cartId: string | undefined
): Promise<OrderState> {
  if (order.status === "canceled") {
    return "cancelled"
  }
  if (!cartId || !UNPAID.includes(order.payment_status)) {
    return "placed"
  }
  // The payment is paid before the order shows it.
  const payment = await resumePayment(sdk, { cart_id: cartId })
  if (payment?.order_canceled) {
    return "cancelled"
  }
  return !payment || payment.status === "paid" ? "placed" : "unpaid"
}
