import type Medusa from "@medusajs/js-sdk"
import {
  listOptions,
  listPayments,
  type StorePayment,
  type StorePaymentsResponse,
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
  /** Money of payments of other orders. */
  paidOtherwise: StorePaymentsResponse["paid_otherwise"]
  /** Amounts left to pay. */
  rests: Rest[]
  /** The amount left to pay while there is no payment link for it. */
  due: StorePaymentsResponse["due"]
}

const UNPAID = ["not_paid", "awaiting", "requires_action"]

export async function readPlacedOrder(
  sdk: Medusa,
  id: string
): Promise<PlacedOrder> {
  const [answer, { payments, paid_otherwise: paidOtherwise, due }] =
    await Promise.all([
      sdk.store.order.retrieve(id, { fields: "+cart.id" }),
      listPayments(sdk, { order_id: id }),
    ])
  const order: Order & { cart?: { id: string } } = answer.order
  const payment =
    payments.find(({ in_question }) => in_question) ??
    payments.find(({ status }) => status === "paid") ??
    payments[0]
  const cartId = order.cart?.id ?? payment?.cart_id
  const state = orderState(order, cartId, payment)
  const rests = state === "placed" ? await readRests(sdk, order) : []
  return { order, cartId, state, payment, payments, paidOtherwise, rests, due }
}

/** An amount left to pay of a payment collection, such as after an edit. */
export type Rest = { id: string; amount: number; currency_code: string }

/** Reads what is left to pay of a collection. Undefined: nothing. */
export async function readRest(
  sdk: Medusa,
  id: string
): Promise<Rest | undefined> {
  const { total, currency_code } = await listOptions(sdk, {
    payment_collection_id: id,
  })
  const amount = Number(total)
  return amount > 0 ? { id, amount, currency_code } : undefined
}

async function readRests(sdk: Medusa, order: Order): Promise<Rest[]> {
  const open = (order.payment_collections ?? []).filter(({ status }) =>
    ["not_paid", "awaiting"].includes(status)
  )
  const rests = await Promise.all(open.map(({ id }) => readRest(sdk, id)))
  return rests.flatMap((rest) => rest ?? [])
}

function orderState(
  order: Order,
  cartId: string | undefined,
  payment: StorePayment | undefined
): OrderState {
  if (order.status === "canceled") {
    return "cancelled"
  }
  // An order without a cart is paid by its links.
  if (!payment || !cartId || !UNPAID.includes(order.payment_status)) {
    return "placed"
  }
  if (payment.order_canceled) {
    return "cancelled"
  }
  // The payment is paid before the order shows it.
  return payment.status === "paid" ? "placed" : "unpaid"
}
