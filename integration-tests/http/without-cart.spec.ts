import type { PaymentSession } from "../../demo/shopper"
import { PROVIDERS } from "../../demo/names"
import type { StorePaymentResponse } from "../../src/http-types/store"
import { RAILS, type Rail } from "../../src/ledger"
import { Admin } from "../setup/admin/admin"
import { readMedusaState } from "../setup/store/medusa-state"
import { databaseOf, openExceptions, readPayment } from "../setup/store/ledger"
import { later } from "../setup/store/later"
import { openPayment } from "../setup/store/open-payment"
import { paymentUrl } from "../setup/store/payment-events"
import { settled } from "../setup/store/settled"
import { storeTest } from "../setup/store/store"
import { PAID_EVENTS } from "../setup/gateway/webhooks"

/**
 * An additional amount due of an order, such as after an edit or a claim: a
 * collection without a cart.
 */
type OwedOnTop = {
  id: string
  session: PaymentSession
  collection: { payment_collection_id: string }
  order_id: string
}

storeTest({
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(async () => {
      await admin.enrol()
    })

    const startSession = async (
      collection: string,
      rail: Rail
    ): Promise<PaymentSession> => {
      const { body } = await store.shopper.call<{
        payment_collection: { payment_sessions: PaymentSession[] }
      }>("POST", `/store/payment-collections/${collection}/payment-sessions`, {
        provider_id: PROVIDERS[rail],
      })
      return body.payment_collection.payment_sessions[0]!
    }

    const oweOnTop = async (rail: Rail): Promise<OwedOnTop> => {
      const bought = await openPayment(store, rail)
      await store.sandbox.pay({ orderNo: bought.id })
      await settled(store)
      const { orders } = await readMedusaState(store, bought.cart)
      const order_id = orders[0]!.id
      const { body } = await admin.call<{
        payment_collection: { id: string }
      }>("POST", "/admin/payment-collections", { order_id, amount: 7.25 })
      const payment_collection_id = body.payment_collection.id
      const session = await startSession(payment_collection_id, rail)
      await settled(store)
      return {
        id: String(session.data.payment_id),
        session,
        collection: { payment_collection_id },
        order_id,
      }
    }

    const booksOf = async ({ collection }: OwedOnTop) =>
      await readMedusaState(store, { id: "", total: 0, ...collection })

    describe.each(RAILS)("what an order owes on top, %s", (rail) => {
      it("is captured by the webhook, beside the order that stands", async () => {
        const owed = await oweOnTop(rail)

        await store.sandbox.pay({ orderNo: owed.id })
        await settled(store)

        expect(await booksOf(owed)).toMatchObject({
          orders: [{ id: owed.order_id, status: "pending" }],
          captures: [7.25],
        })
        expect(await openExceptions(store)).toEqual([])
      })

      it("is captured when it comes late, after the buyer started again", async () => {
        const owed = await oweOnTop(rail)
        await startSession(owed.collection.payment_collection_id, rail)

        await store.sandbox.pay({ orderNo: owed.id })
        await settled(store)

        expect(await booksOf(owed)).toMatchObject({ captures: [7.25] })
        expect(await openExceptions(store)).toEqual([])
      })

      it("ends with its time, and the order that stands is left alone", async () => {
        const owed = await oweOnTop(rail)
        await databaseOf(store)("stablecoin_payment")
          .where({ id: owed.id })
          .update({ expires_at: new Date() })

        await later(store)

        expect(await readPayment(store, owed.id)).toMatchObject({
          status: rail === "onchain" ? "cancelled" : "abandoned",
        })
        expect(await booksOf(owed)).toMatchObject({
          orders: [{ status: "pending" }],
          sessions: [{ status: "canceled" }],
        })
        const { body } = await store.shopper.call<StorePaymentResponse>(
          "GET",
          paymentUrl("", owed.session.id)
        )
        expect(body.payment).toMatchObject({ order_id: owed.order_id })
        expect(body.payment).not.toHaveProperty("order_canceled")
      })

      it("goes back with the rest when the order is cancelled", async () => {
        const owed = await oweOnTop(rail)
        await store.sandbox.pay({ orderNo: owed.id })
        await settled(store)

        await admin.call("POST", `/admin/orders/${owed.order_id}/cancel`)
        await later(store)

        const due = await databaseOf(store)("stablecoin_refund")
          .select("amount")
          .orderBy("amount")
        expect(due).toEqual([{ amount: "12.50" }, { amount: "7.25" }])
      })
    })

    it("a lost onchain webhook is found by the job", async () => {
      const owed = await oweOnTop("onchain")
      store.sandbox.faultWebhooks({
        event: PAID_EVENTS.onchain,
        kind: "drop",
      })
      await store.sandbox.pay({ orderNo: owed.id })

      await later(store)

      expect(await booksOf(owed)).toMatchObject({ captures: [7.25] })
    })
  },
})
