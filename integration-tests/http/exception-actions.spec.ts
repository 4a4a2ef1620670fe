import { Modules } from "@medusajs/framework/utils"
import { findMissedRefunds } from "../../src/modules/stablecoin/repository/medusa/refunds"
import { waitFor } from "../../tools/harness/wait-for"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import { restoreProviders, unordered } from "../setup/store/unordered"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

async function exceptionsOf(store: TestStore, payment_id: string) {
  return await store.db("stablecoin_exception").where({ payment_id })
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  it("captured money is refunded in Medusa too once the order that served its buyer is edited down, then cancelled", async () => {
    const { id, cart, exception } = await unordered(store, true)
    const order_id = await api.admin.enterOrder({
      unit_price: 6.25,
      quantity: 2,
    })
    await api.resolve(exception, { action: "close", order_id })
    const refunded = async (count: number) => {
      await restoreProviders(store)
      // The order's subscriber refunds.
      await waitFor("the refund to be recorded", async () => {
        const recorded = await store.db("stablecoin_refund").pluck("id")
        return recorded.length === count
      })
      await store.later()
      await store.later()
      const { orders } = await store.readMedusaState(cart)
      const [deposit] = await api.readDeposits(id)
      const refunds = await store.db("refund").pluck("amount")
      return {
        orders,
        refunds: refunds.map(Number),
        money: deposit?.allocations,
      }
    }

    await api.admin.editOrder({ order_id }, 1)

    expect(await refunded(1)).toMatchObject({
      orders: [],
      refunds: [6.25],
      money: [
        { kind: "kept", amount: "6.25", order_id },
        { kind: "refund", amount: "6.25" },
      ],
    })

    await api.admin.cancelOrder(order_id)

    expect(await refunded(2)).toMatchObject({
      orders: [],
      refunds: [6.25, 6.25],
      money: [
        { kind: "refund", amount: "6.25" },
        { kind: "refund", amount: "6.25" },
      ],
    })
    expect(await store.openExceptions()).toEqual(["refund_due", "refund_due"])
    await api.expectConserved()
  })

  describe("an exception about the gateway's state", () => {
    const unknown = async () => {
      const open = await store.openPayment("onchain")
      await store.stablecoin.payments.apply(
        open.id,
        { kind: "unknown_at_gateway" },
        "read"
      )
      const [exception] = await exceptionsOf(store, open.id)
      return { ...open, path: `exceptions/${exception.id}/resolve` }
    }
    const retry = { action: "retry", note: "The credentials are right now." }
    it("is resolved by another read, and its money gets its order", async () => {
      const { id, cart, path } = await unknown()
      store.sandbox.fault({ kind: "drop" })
      await store.sandbox.pay({ orderNo: id })

      const { body } = await api.post(path, retry)

      expect(body.exception).toMatchObject({
        status: "resolved",
        resolution: "retry",
      })
      expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
      expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    })
  })

  it("a Medusa refund that can't be due is one exception, and delays no other", async () => {
    const payment = await store.openPayment("onchain")
    const { id } = payment
    await store.pay(id)
    const db = store.db
    const payment_id = await store.medusaPaymentId(payment)
    const payments = store.container.resolve(Modules.PAYMENT)
    await payments.refundPayment({ payment_id, amount: 12.5 })
    // Simulates a process that died before the ledger was updated. Meanwhile
    // the merchant kept the money for another order.
    await db("stablecoin_refund").delete()
    await db("stablecoin_exception").delete()
    await db("stablecoin_allocation").update({
      kind: "kept",
      refund_id: null,
    })
    await db("refund").update({
      created_at: new Date(Date.now() - 10 * 60_000),
    })

    await store.later()
    await store.later()

    const { body } = await api.get("exceptions?status=open")
    expect(body.exceptions).toMatchObject([
      {
        kind: "refund_problem",
        reason: "refused",
        payment_id: id,
        details: { cart_amount: "12.5", left: "0.00", currency: "USDT" },
      },
    ])
    expect(await findMissedRefunds(db, new Date(), 100)).toMatchObject({
      missed: [],
    })
    const refused = String(body.exceptions[0]?.id)
    await api.resolve(refused, { action: "close" })
    await store.later()
    // Its own order has no money any more.
    expect(await store.openExceptions()).toEqual(["order_without_money"])
  })
})
