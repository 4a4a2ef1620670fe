import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../harness/store/seed"
import { RAILS, type Rail } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import {
  expectConserved,
  readOpenException,
  readRefunds,
} from "../setup/admin/deposits"
import { later } from "../setup/store/later"
import { databaseOf, openExceptions } from "../setup/store/ledger"
import { readMedusaState } from "../setup/store/medusa-state"
import { setQuantity } from "../setup/store/set-quantity"
import { settled } from "../setup/store/settled"
import { storeTest } from "../setup/store/store"

const NOTE = "The order became smaller."

storeTest({
  tests: (store) => {
    const api = new AdminOperations(store)
    beforeAll(async () => {
      await api.admin.enrol()
      const general = { checkout_flow: "order_first" }
      expect(await api.admin.saveSettings({ general })).toMatchObject({
        status: 200,
      })
    })

    /** Removes one of an order's items, as the admin's form does. */
    const makeSmaller = async (order_id: string): Promise<void> => {
      const { order } = await api.admin.get<{
        order: { items: { id: string }[] }
      }>(`/admin/orders/${order_id}?fields=items.id`)
      const edits = `/admin/order-edits/${order_id}`
      await api.admin.post("/admin/order-edits", { order_id })
      await api.admin.post(`${edits}/items/item/${order.items[0]!.id}`, {
        quantity: 2,
      })
      await api.admin.post(`${edits}/confirm`, {})
    }

    /**
     * An order of 32.50 that became one of 22.50 before its buyer's 32.50
     * arrived, and the exception about the difference.
     */
    const overpaid = async (rail: Rail) => {
      const cart = await store.shopper.fillCart()
      await setQuantity(store, cart.id, 3)
      const session = await store.shopper.startSession(cart, PROVIDERS[rail])
      await settled(store)
      const { body } = await store.shopper.complete(cart)
      expect(body.type).toBe("order")
      const order_id = body.type === "order" ? body.order.id : ""
      await databaseOf(store)("order")
        .where({ id: order_id })
        .update({ created_at: new Date(Date.now() - 5 * 60_000) })
      await makeSmaller(order_id)
      await store.sandbox.pay({ orderNo: String(session.data.payment_id) })
      await settled(store)
      expect(await readMedusaState(store, cart)).toMatchObject({
        captures: [32.5],
      })
      expect(await pendingDifference(order_id)).toBe(-10)

      const exception = await readOpenException(api)
      expect(exception).toMatchObject({
        kind: "amount_due_changed",
        held: { amount: "10.00", currency: "USDT" },
      })
      const [payment] = await store.container
        .resolve(Modules.PAYMENT)
        .listPayments({ payment_session_id: session.id })
      return { order_id, exception, medusa_payment_id: payment!.id }
    }

    /** Sum that the order page asks for: negative if it is to be refunded. */
    const pendingDifference = async (order_id: string): Promise<number> => {
      const { order } = await api.admin.get<{
        order: { summary: { pending_difference: number } }
      }>(`/admin/orders/${order_id}?fields=summary`)
      return order.summary.pending_difference
    }

    const refundInMedusa = async (id: string): Promise<void> => {
      await api.admin.post(`/admin/payments/${id}/refund`, { amount: 10 })
    }

    const expectRefundedOnce = async (order_id: string): Promise<void> => {
      await later(store)
      const inMedusa = await databaseOf(store)("refund").whereNull("deleted_at")
      expect(inMedusa).toMatchObject([{ amount: "10" }])
      expect(await readRefunds(api)).toMatchObject([
        { amount: "10.00", status: "due", medusa_refund_id: inMedusa[0].id },
      ])
      expect(await pendingDifference(order_id)).toBe(0)
      expect(await openExceptions(store)).toEqual(["refund_due"])
      await expectConserved(store, api)
    }

    describe.each(RAILS)(
      "%s: the excess of an order that became smaller while its buyer paid",
      (rail) => {
        it("is refunded once from its exception: Medusa's order page asks for no second refund", async () => {
          const { order_id, exception } = await overpaid(rail)

          const { status, body } = await api.resolve(exception.id, {
            action: "refund",
            note: NOTE,
            refund: {},
          })

          expect({ status, body }).toMatchObject({
            status: 200,
            body: { refund: { amount: "10.00", status: "due" } },
          })
          await expectRefundedOnce(order_id)
        })

        it("is refunded once from Medusa's order page: its exception closes", async () => {
          const { order_id, medusa_payment_id } = await overpaid(rail)

          await refundInMedusa(medusa_payment_id)

          await expectRefundedOnce(order_id)
        })

        it("is not refunded again from the exception's page that was opened before Medusa's refund", async () => {
          const { order_id, exception, medusa_payment_id } =
            await overpaid(rail)
          await refundInMedusa(medusa_payment_id)

          await api.refuses(
            `exceptions/${exception.id}/resolve`,
            {
              action: "refund",
              note: NOTE,
              held: exception.held?.amount,
              refund: {},
            },
            409,
            new RegExp(exception.id)
          )

          await expectRefundedOnce(order_id)
        })
      }
    )
  },
})
