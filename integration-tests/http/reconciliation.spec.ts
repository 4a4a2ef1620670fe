import { Modules } from "@medusajs/framework/utils"
import { reconcilePaymentsWorkflow } from "../../src/workflows"
import { Admin } from "../setup/admin/admin"
import { schedules } from "../setup/store/schedule"
import { storeTest } from "../setup/store/store"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED, UNTOUCHED } from "../setup/store/store-records"

/** Runs one pass, as if hours had passed, and returns its result. */
async function pass(store: TestStore) {
  const db = store.db
  await schedules(db)
    .whereNotNull("next_reconcile_at")
    .update({ next_reconcile_at: new Date() })
  await db("stablecoin_webhook_event")
    .whereNotNull("next_attempt_at")
    .update({ next_attempt_at: new Date() })
  const { result } = await reconcilePaymentsWorkflow(store.container).run({
    input: {},
  })
  return result
}

storeTest((store) => {
  const admin = Admin.enrolled(store)

  it("places the order of an onchain payment whose webhook was lost", async () => {
    const { id, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ kind: "drop" })
    await store.sandbox.pay({ orderNo: id })

    expect(await pass(store)).toEqual({
      reconciled: 1,
      read: 1,
      recovered: { paid: 1, cancelled: 0 },
      slowed: false,
    })

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await pass(store)).toMatchObject({
      recovered: { paid: 0, cancelled: 0 },
    })
  })

  it("a paid order that can't be read opens one exception, and is captured once it can", async () => {
    const { id, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ kind: "drop" })
    await store.sandbox.pay({ orderNo: id })
    const { gateway_id } = await store.readPayment(id)
    store.sandbox.fault({
      api: "business",
      endpoint: "get",
      kind: "status",
      status: 200,
      times: 2,
      body: {
        status: true,
        data: { order_id: gateway_id, status: "paid", amount: "a lot" },
      },
    })

    await pass(store)
    await pass(store)

    expect(await store.openExceptions()).toEqual(["webhook_problem.unreadable"])
    expect(await store.readMedusaState(cart)).toMatchObject({ captures: [] })

    await pass(store)

    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
  })

  it("an onchain order that was paid before its cart changed is never lost", async () => {
    const { id, cart } = await store.openPayment("onchain")
    store.sandbox.fault({ kind: "drop" })
    await store.sandbox.pay({ orderNo: id })
    await store.setQuantity(cart.id, 2)

    await pass(store)
    await store.settled()

    expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
    expect(await store.openExceptions()).toEqual(["cart_changed.gone"])
    expect(await store.readMedusaState(cart)).toMatchObject(UNTOUCHED)
  })

  it("a paid payment can't be cancelled in Medusa, and stays captured", async () => {
    const bought = await store.buy("onchain")
    const payments = store.container.resolve(Modules.PAYMENT)
    const medusa_payment_id = await store.medusaPaymentId(bought)

    await expect(payments.cancelPayment(medusa_payment_id)).rejects.toThrow(
      `Payment ${bought.id} is paid and can't be cancelled`
    )

    const payment = await payments.retrievePayment(medusa_payment_id)
    expect(payment.canceled_at).toBeFalsy()
    await store.later()
    expect(await store.readMedusaState(bought.cart)).toMatchObject(ORDERED)
  })

  it("an order cancelled right after settling wrote the refund due of its money has it due once, by Medusa's refund", async () => {
    const bought = await store.buy("onchain")
    const { id, order_id } = bought
    const payment_id = await store.medusaPaymentId(bought)
    const reason = `order ${order_id} was cancelled`
    await store.stablecoin.refunds.refundRemainder(id, reason)

    await admin.cancelOrder(order_id)
    await store.settled()
    await store.later()

    const medusaRefunds = await store
      .db("refund")
      .where({ payment_id, deleted_at: null })
    expect(medusaRefunds).toMatchObject([{ amount: "12.5" }])
    const due = store.db("stablecoin_refund").where({ payment_id: id })
    const medusa_refund_id = String(medusaRefunds[0].id)
    expect(await due).toMatchObject([
      { amount: "12.50", status: "due", medusa_refund_id },
    ])
    expect(await store.openExceptions()).toEqual(["refund_due"])
  })
})
