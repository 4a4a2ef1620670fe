import { PROVIDERS } from "../../tools/harness/shop/names"
import {
  completePayment,
  listOptions,
  startPayment,
  type StoreConnection,
} from "../../packages/storefront/src"
import { Admin } from "../setup/admin/admin"
import { AdminOperations } from "../setup/admin/admin-api"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { returnUrl } from "../../tools/harness/gateway/return-url"
import { visit } from "../../tools/harness/shop/visit"

storeTest((store) => {
  const admin = Admin.enrolled(store)

  const shop = (): StoreConnection => ({
    baseUrl: store.url,
    publishableKey: store.seeded.publishable_key,
  })

  it("an additional amount due of an order is captured by the webhook, the existing order stays, and both are refunded when it is cancelled", async () => {
    const { order_id } = await store.buy("onchain")
    await admin.editOrder({ order_id }, 2)
    const payment_collection_id = await admin.collect(order_id, 7.25)
    const collection = { payment_collection_id }
    const { data } = await store.startSession(collection, "onchain")

    await store.pay(String(data.payment_id))

    expect(await store.readMedusaState(collection)).toMatchObject({
      orders: [{ id: order_id, status: "pending" }],
      captures: [7.25],
    })
    expect(await store.openExceptions()).toEqual([])

    await admin.cancelOrder(order_id)
    await store.later()

    const due = await store
      .db("stablecoin_refund")
      .select("amount")
      .orderBy("amount")
    expect(due).toEqual([{ amount: "12.50" }, { amount: "7.25" }])
  })

  it("money of a draft order that is deleted after it was paid is sent back", async () => {
    const api = new AdminOperations(store, admin)
    const order_id = await admin.draftOrder()
    const payment_collection_id = await admin.collect(order_id)
    const { data } = await store.startSession(
      { payment_collection_id },
      "onchain"
    )
    const id = String(data.payment_id)
    await store.pay(id)

    await admin.call("DELETE", `/admin/draft-orders/${order_id}`)
    expect((await api.post(`payments/${id}/sync`)).status).toBe(200)
    await store.settled()
    const exception = await api.readOpenException()
    expect(exception).toMatchObject({
      kind: "cart_changed",
      reason: "gone",
      held: { amount: "12.50", captured: false },
    })
    await api.mustResolve(exception.id, { action: "refund" })

    expect(await api.readRefunds()).toMatchObject([
      { amount: "12.50", status: "due" },
    ])
    await store.later()
    expect(await store.openExceptions()).toEqual(["refund_due"])
    await api.expectConserved()
  })

  describe("the payment link of an edited order, which Medusa copies", () => {
    /** An order whose edit leaves 10.00 to pay, and the link's collection. */
    const editPaidOrder = async () => {
      const { order_id } = await store.buy("onchain")
      await admin.editOrder({ order_id }, 2)
      return { order_id, ...(await readOrder(order_id)) }
    }
    /** The amount due of an order, and the collection for it. */
    const readOrder = async (id: string) => {
      const { order } = await admin.get<{
        order: {
          summary: { pending_difference: number }
          payment_collections: { id: string; status: string }[]
        }
      }>(`/admin/orders/${id}?fields=id,summary,*payment_collections`)
      const open = order.payment_collections.find(
        ({ status }) => status === "not_paid"
      )
      return {
        rest: order.summary.pending_difference,
        payment_collection_id: open?.id,
      }
    }

    it("is paid by the storefront's client: the rest is captured, and nothing is left", async () => {
      const { order_id, rest, payment_collection_id } = await editPaidOrder()
      expect(rest).toBe(10)
      const where = { payment_collection_id: String(payment_collection_id) }

      const { total } = await listOptions(shop(), where)
      expect(total).toBe("10.00")
      const { session_id, amount } = await startPayment(shop(), {
        ...where,
        provider_id: PROVIDERS.hosted,
      })
      expect(amount).toBe("10.00")
      const { id } = await store
        .db("stablecoin_payment")
        .where({ session_id })
        .first("id")
      await store.pay(id)

      const order = await completePayment(shop(), session_id)
      expect(order.id).toBe(order_id)
      expect((await readOrder(order_id)).rest).toBe(0)
      expect(await store.openExceptions()).toEqual([])
    })

    it("leads its buyer back to the link, though the merchant's return URL names the cart", async () => {
      await admin.saveSettings({
        general: { success_url: `${STOREFRONT}/thanks?cart={cart_id}` },
      })
      const { order_id, payment_collection_id } = await editPaidOrder()
      const { session_id } = await startPayment(shop(), {
        payment_collection_id,
        provider_id: PROVIDERS.onchain,
      })
      const { id } = await store
        .db("stablecoin_payment")
        .where({ session_id })
        .first("id")

      const { location } = await visit(returnUrl(store.sandbox, id, "success"))

      expect(location).toBe(
        `${STOREFRONT}/payment-collection/${payment_collection_id}?order_id=${order_id}&session_id=${session_id}`
      )
    })
  })
})
