import type { Rail } from "../../../src/ledger"
import { databaseOf } from "./ledger"
import { openPayment, type OpenPayment } from "./open-payment"
import type { TestStore } from "./store"

export type PlacedOrder = OpenPayment & { order_id: string }

/** Places an unpaid order, dated five minutes before its buyer pays. */
export async function placeOrder(
  store: TestStore,
  rail: Rail,
  data: Record<string, unknown> = {}
): Promise<PlacedOrder> {
  const open = await openPayment(store, rail, data)
  const { status, body } = await store.shopper.complete(open.cart)
  expect([status, body.type]).toEqual([200, "order"])
  const order_id = body.type === "order" ? body.order.id : ""
  await databaseOf(store)("order")
    .where({ id: order_id })
    .update({ created_at: new Date(Date.now() - 5 * 60_000) })
  return { ...open, order_id }
}
