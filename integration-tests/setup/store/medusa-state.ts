import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Cart } from "../../../tools/harness/shop/shopper"
import type { TestStore } from "./store"

/** Medusa's state of a cart's money, to be compared as a whole. */
export type MedusaState = {
  orders: { id: string; status: string }[]
  /** Major units, over all payments of the collection. */
  captures: number[]
  sessions: { id: string; status: string }[]
}

/** One order, whose payment of the usual cart is captured. */
export const ORDERED = {
  orders: [{ id: expect.any(String), status: "pending" }],
  captures: [12.5],
}

/** Neither an order nor a capture. */
export const UNTOUCHED = { orders: [], captures: [] }

type Collection = {
  payment_sessions: { id: string; status: string }[]
  payments: { captures: { amount: number }[] }[]
}

export async function readMedusaState(
  store: TestStore,
  cart: Cart
): Promise<MedusaState> {
  const query = store.container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: collections } = await query.graph({
    entity: "payment_collection",
    fields: [
      "payment_sessions.id",
      "payment_sessions.status",
      "payments.captures.amount",
    ],
    filters: { id: cart.payment_collection_id },
  })
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order.id", "order.status"],
    filters: { payment_collection_id: cart.payment_collection_id },
  })
  const collection = collections[0] as Collection | undefined
  return {
    orders: links.map(({ order }) => ({ id: order.id, status: order.status })),
    captures: (collection?.payments ?? []).flatMap(({ captures }) =>
      captures.map(({ amount }) => Number(amount))
    ),
    sessions: (collection?.payment_sessions ?? []).map(({ id, status }) => ({
      id,
      status,
    })),
  }
}
