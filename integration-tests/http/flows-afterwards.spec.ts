import { Modules } from "@medusajs/framework/utils"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { Admin } from "../setup/admin/admin"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import { PAID_EVENTS } from "../../tools/harness/gateway/webhooks"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { UNTOUCHED } from "../setup/store/store-records"

type RefundDue = { amount: string; medusa_refund_id: string; status: string }

async function refundsDue(store: TestStore, id: string): Promise<RefundDue[]> {
  return await store
    .db("stablecoin_refund")
    .where({ payment_id: id })
    .orderBy("created_at")
}

async function hasStatus(
  store: TestStore,
  id: string,
  status: string
): Promise<void> {
  await waitFor(`payment ${id} to be ${status}`, async () => {
    const payment = await store.readPayment(id)
    return payment.status === status
  })
}

/** An order that was paid by the rail, and the id of its Medusa payment. */
async function paidOrder(store: TestStore, rail: OpenPayment["rail"]) {
  const bought = await store.buy(rail)
  return { ...bought, medusa_payment_id: await store.medusaPaymentId(bought) }
}

storeTest((store) => {
  const admin = Admin.enrolled(store)

  describe("flow 6: the session is deleted", () => {
    it("an onchain order that was paid before its cancellation is never lost", async () => {
      const open = await store.openPayment("onchain")
      store.sandbox.fault({
        event: PAID_EVENTS.onchain,
        kind: "drop",
      })
      await store.sandbox.pay({ orderNo: open.id })
      await store.setQuantity(open.cart.id, 2)

      await reconcilePaymentsJob(store.container)

      await hasStatus(store, open.id, "paid")
      await store.settled()
      expect(await store.openExceptions()).toEqual(["cart_changed.gone"])
      expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
    })
  })

  describe("flow 9: the money goes back", () => {
    it("a paid payment can't be cancelled in Medusa, and stays captured", async () => {
      const { id, cart, medusa_payment_id } = await paidOrder(store, "onchain")
      const payments = store.container.resolve(Modules.PAYMENT)

      await expect(payments.cancelPayment(medusa_payment_id)).rejects.toThrow(
        `Payment ${id} is paid and can't be cancelled`
      )

      const payment = await payments.retrievePayment(medusa_payment_id)
      expect(payment.canceled_at).toBeFalsy()
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({
        captures: [12.5],
      })
    })

    it("an order cancelled right after settling wrote the refund due of its money has it due once, by Medusa's refund", async () => {
      const { id, order_id, medusa_payment_id } = await paidOrder(
        store,
        "onchain"
      )
      await store.stablecoin.refunds.refundRemainder(
        id,
        `order ${order_id} was cancelled`
      )

      await admin.cancelOrder(order_id)
      await store.settled()
      await store.later()

      const medusaRefunds = await store
        .db("refund")
        .where({ payment_id: medusa_payment_id })
        .whereNull("deleted_at")
      expect(medusaRefunds).toMatchObject([{ amount: "12.5" }])
      expect(await refundsDue(store, id)).toMatchObject([
        {
          amount: "12.50",
          status: "due",
          medusa_refund_id: String(medusaRefunds[0].id),
        },
      ])
      expect(await store.openExceptions()).toEqual(["refund_due"])
    })
  })
})
