import { Modules } from "@medusajs/framework/utils"
import { findMissedRefunds } from "../../src/modules/stablecoin/repository/medusa/refunds"
import { ORDERED, readMedusaState } from "../setup/store/medusa-state"
import { AdminOperations } from "../setup/admin/admin-api"
import { expectConserved, readDeposits } from "../setup/admin/deposits"
import { enterOrder } from "../setup/admin/enter-order"
import { editOrder } from "../setup/store/edit-order"
import { later } from "../setup/store/later"
import { databaseOf, openExceptions, readPayment } from "../setup/store/ledger"
import { openPayment, type OpenPayment } from "../setup/store/open-payment"
import { paidTwice } from "../setup/store/paid-twice"
import { payAndSettle, settled } from "../setup/store/settled"
import { stablecoinOf } from "../setup/store/stablecoin"
import { storeTest, type TestStore } from "../setup/store/store"
import { restoreProviders, unordered } from "../setup/store/unordered"
import { medusaPaymentId } from "../setup/store/medusa-payment"

const HASH = `0x${"b2".repeat(32)}`

async function exceptionsOf(store: TestStore, payment_id: string) {
  return await databaseOf(store)("stablecoin_exception").where({ payment_id })
}

async function refundsOf(store: TestStore, payment_id: string) {
  return await databaseOf(store)("stablecoin_refund").where({ payment_id })
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const cancelOrder = async ({ cart }: OpenPayment) => {
    const { orders } = await readMedusaState(store, cart)
    await api.admin.post(`/admin/orders/${orders[0]!.id}/cancel`, {})
    await settled(store)
    await later(store)
  }

  it("money that was sent back manually, and closed with its transfer, is not due again when the order is cancelled", async () => {
    const { first, id } = await paidTwice(store, "onchain")
    const [exception] = await exceptionsOf(store, id)
    expect(exception).toMatchObject({ kind: "already_covered" })

    expect(
      await api.resolve(exception.id, {
        action: "close",
        note: "Sent back by hand.",
        sent: { tx_hash: HASH },
      })
    ).toMatchObject({
      status: 200,
      body: {
        exception: { status: "resolved", resolution: "close" },
        refund: { status: "sent", amount: "12.50", tx_hash: HASH },
      },
    })
    expect(await openExceptions(store)).toEqual([])
    await cancelOrder(first)

    expect(await refundsOf(store, id)).toMatchObject([{ status: "sent" }])
    expect(await refundsOf(store, first.id)).toMatchObject([
      { status: "due", amount: "12.50" },
    ])
    expect(await openExceptions(store)).toEqual(["refund_due"])
  })

  describe("a paid payment without an order", () => {
    afterEach(async () => {
      await restoreProviders(store)
    })

    it("that is captured gets its order when the merchant has removed the obstacle and retries", async () => {
      const { id, cart, exception } = await unordered(store, "onchain", true)
      await restoreProviders(store)

      expect(
        await api.resolve(exception, {
          action: "retry",
          note: "The region has its providers again.",
        })
      ).toMatchObject({
        status: 200,
        body: {
          exception: { status: "resolved", resolution: "retry" },
          refund: null,
        },
      })
      expect(await readMedusaState(store, cart)).toMatchObject(ORDERED)
      await later(store)
      expect(await exceptionsOf(store, id)).toMatchObject([
        {
          status: "resolved",
          resolution: "retry",
          note: "The region has its providers again.",
        },
      ])
    })
  })

  it("captured money is refunded in Medusa too once the order that served its buyer is edited down, then cancelled", async () => {
    const { id, cart, exception } = await unordered(store, "onchain", true)
    const order_id = await enterOrder(store, api, {
      unit_price: 6.25,
      quantity: 2,
    })
    await api.resolve(exception, { action: "close", note: "Sent.", order_id })
    const refunded = async () => {
      await restoreProviders(store)
      await later(store)
      await later(store)
      const { orders } = await readMedusaState(store, cart)
      const [deposit] = await readDeposits(api, id)
      const refunds = await databaseOf(store)("refund").pluck("amount")
      return {
        orders,
        refunds: refunds.map(Number),
        money: deposit?.allocations,
      }
    }

    await editOrder(api.admin, { order_id }, 1)

    expect(await refunded()).toMatchObject({
      orders: [],
      refunds: [6.25],
      money: [
        { kind: "kept", amount: "6.25", order_id },
        { kind: "refund", amount: "6.25" },
      ],
    })

    await api.admin.post(`/admin/orders/${order_id}/cancel`, {})

    expect(await refunded()).toMatchObject({
      orders: [],
      refunds: [6.25, 6.25],
      money: [
        { kind: "refund", amount: "6.25" },
        { kind: "refund", amount: "6.25" },
      ],
    })
    expect(await openExceptions(store)).toEqual(["refund_due", "refund_due"])
    await expectConserved(store, api)
  })

  describe("an exception about the gateway's state", () => {
    const unknown = async () => {
      const open = await openPayment(store, "onchain")
      await stablecoinOf(store).payments.apply(
        open.id,
        { kind: "unknown_at_gateway" },
        "read"
      )
      const [exception] = await exceptionsOf(store, open.id)
      return { ...open, path: `exceptions/${exception.id}/resolve` }
    }
    const retry = { action: "retry", note: "The credentials are right now." }
    const answers = (status: number) => {
      store.sandbox.fault({
        api: "business",
        endpoint: "get",
        kind: "status",
        status,
        times: status === 404 ? 1 : 10,
      })
    }

    it("is resolved by another read, and its money gets its order", async () => {
      const { id, cart, path } = await unknown()
      store.sandbox.fault({ kind: "drop" })
      await store.sandbox.pay({ orderNo: id })

      const { body } = await api.post(path, retry)

      expect(body.exception).toMatchObject({
        status: "resolved",
        resolution: "retry",
      })
      expect(await readPayment(store, id)).toMatchObject({ status: "paid" })
      expect(await readMedusaState(store, cart)).toMatchObject(ORDERED)
    })

    it("stays open while the gateway gives no answer", async () => {
      const { path } = await unknown()
      answers(500)
      await api.refuses(path, retry, 503, "nothing was changed")
    })
  })

  it("a Medusa refund that can't be due is one exception, and delays no other", async () => {
    const payment = await openPayment(store, "onchain")
    const { id } = payment
    await payAndSettle(store, id)
    const db = databaseOf(store)
    const payment_id = await medusaPaymentId(store, payment)
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

    await later(store)
    await later(store)

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
    const note = "The buyer has the goods."
    const refused = String(body.exceptions[0]?.id)
    await api.resolve(refused, { action: "close", note })
    await later(store)
    // Its own order has no money any more.
    expect(await openExceptions(store)).toEqual(["order_without_money"])
  })
})
