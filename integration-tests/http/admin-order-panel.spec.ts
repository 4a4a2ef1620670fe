import { AdminOperations } from "../setup/admin/admin-api"
import { databaseOf, readPayment } from "../setup/store/ledger"
import { openPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { writeRefundDue } from "../setup/store/refund-due"
import { storeTest } from "../setup/store/store"

storeTest({
  tests: (store) => {
    const api = new AdminOperations(store)
    beforeAll(async () => {
      await api.admin.enrol()
    })

    const ordered = async () => {
      const { id, cart } = await openPayment(store, "onchain")
      const { checkout_token } = await readPayment(store, id)
      await store.sandbox.pay({ orderNo: id })
      await settled(store)
      const { order_id } = await readPayment(store, id)
      return {
        id,
        cart,
        order_id: String(order_id),
        token: String(checkout_token),
      }
    }

    it("shows an order's payments, failed ones included, its refunds and open items", async () => {
      const { id, cart, order_id, token } = await ordered()
      await ordered()
      // An earlier payment of the same collection, without an order id.
      const earlier = await openPayment(store, "hosted")
      await databaseOf(store)("stablecoin_payment")
        .where({ id: earlier.id })
        .update({
          payment_collection_id: cart.payment_collection_id,
          created_at: new Date(Date.now() - 3_600_000),
        })
      await writeRefundDue(store, id, "a broken cup")
      const row = await readPayment(store, id)

      const { status, body } = await api.get(`orders/${order_id}`)

      const order = {
        id: order_id,
        display_id: expect.any(Number),
      }
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          payments: [
            expect.objectContaining({
              id,
              status: "paid",
              tx_hash: row.tx_hash,
              destination_address: row.destination_address,
              payment_link: null,
              order,
              customer: expect.objectContaining({ email: expect.anything() }),
            }),
            expect.objectContaining({ id: earlier.id, order }),
          ],
          refunds: [
            expect.objectContaining({ payment_id: id, status: "due", order }),
          ],
          exceptions: [
            expect.objectContaining({
              kind: "refund_due",
              payment_id: id,
              order,
            }),
          ],
        },
      })
      expect(JSON.stringify(body)).not.toContain(token)
      expect((await api.get("summary")).body).toEqual({
        summary: { open_exceptions: 0, refunds_due: 1, test_rails: [] },
      })

      const refund = String(body.refunds[0]?.id)
      await api.post(`refunds/${refund}/sent`, {
        tx_hash: `0x${"b2".repeat(32)}`,
        refund_to: `0x${"a1".repeat(20)}`,
      })
      const { body: after } = await api.get(`orders/${order_id}`)
      expect(after).toMatchObject({
        refunds: [{ id: refund, status: "sent" }],
        exceptions: [],
      })
      expect((await api.get("summary")).body).toEqual({
        summary: { open_exceptions: 0, refunds_due: 0, test_rails: [] },
      })
    })

    it("is empty for an order without such a payment, and 404 for an unknown order", async () => {
      const { order_id } = await ordered()
      await databaseOf(store)("stablecoin_payment").del()
      expect(await api.get(`orders/${order_id}`)).toEqual({
        status: 200,
        body: { payments: [], refunds: [], exceptions: [] },
      })
      const unknown = await api.get("orders/order_none")
      expect(unknown).toMatchObject({
        status: 404,
        body: { message: "There is no order order_none." },
      })
    })
  },
})
