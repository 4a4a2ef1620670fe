import type Medusa from "@medusajs/js-sdk"
import {
  resumePayment,
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
  /** The cart that became the order. */
  cartId: string | undefined
  state: OrderState
  /** Its stablecoin payment. */
  payment: StorePayment | null
  /** Coins that paid for it, also later for what was added to it. */
  paid: Coins[]
}

export type Coins = { amount: string; currency: string }

const UNPAID = ["not_paid", "awaiting", "requires_action"]

export async function readPlacedOrder(
  sdk: Medusa,
  id: string
): Promise<PlacedOrder> {
  const answer = await sdk.store.order.retrieve(id, {
    fields: "+cart.id,*payment_collections.payments",
  })
  const order: Order & { cart?: { id: string } } = answer.order
  const cartId = order.cart?.id
  const payment = cartId ? await resumePayment(sdk, { cart_id: cartId }) : null
  const state = orderState(order, payment)
  return { order, cartId, state, payment, paid: paidFor(order) }
}

function paidFor({ payment_collections }: Order): Coins[] {
  const payments = (payment_collections ?? []).flatMap((each) => each.payments)
  return payments.flatMap((payment) =>
    payment?.captured_at ? (payment.data as Coins) : []
  )
}

function orderState(order: Order, payment: StorePayment | null): OrderState {
  if (order.status === "canceled") {
    return "cancelled"
  }
  if (!payment || !UNPAID.includes(order.payment_status)) {
    return "placed"
  }
  if (payment?.order_canceled) {
    return "cancelled"
  }
  // The payment is paid before the order shows it.
  return payment.status === "paid" ? "placed" : "unpaid"
}
