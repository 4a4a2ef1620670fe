import { AdminOperations } from "../setup/admin/admin-api"
import { writeRefundDue } from "../setup/store/refund-due"
import { storeTest } from "../setup/store/store"

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  it("shows an order's payments, failed ones included, its refunds and open items", async () => {
    const { id, cart, session } = await store.buy("onchain")
    const order_id = String((await store.readPayment(id)).order_id)
    await store.buy("onchain")
    // An earlier payment of the same collection, without an order id.
    const earlier = await store.openPayment("hosted")
    await store.changePayment(earlier.id, {
      payment_collection_id: cart.payment_collection_id,
      created_at: new Date(Date.now() - 3_600_000),
    })
    await writeRefundDue(store, id, "a broken cup")
    const row = await store.readPayment(id)

    const { status, body } = await api.get(`orders/${order_id}`)

    const order = { id: order_id, display_id: expect.any(Number) }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        due: { amount: "12.50", currency: "usd" },
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
    expect(JSON.stringify(body)).not.toContain(
      String(session.data.redirect_url).split("/").at(-1)
    )
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

  it("asks for the rest of an order that an amount too small was kept for, once", async () => {
    const open = await store.openPayment("onchain")
    await store.report(open, { amount: 11.25 })
    const order_id = await api.admin.enterOrder()
    const exception = await api.readOpenException()
    const due = async () => (await api.get(`orders/${order_id}`)).body.due
    await api.resolve(exception.id, { action: "close", order_id })
    expect(await due()).toEqual({ amount: "1.25", currency: "usd" })

    const payment_collection_id = await api.admin.collect(order_id, 1.25)
    expect(await due()).toBeNull()
    const { data } = await store.startSession(
      { ...open.cart, payment_collection_id },
      "onchain"
    )
    expect(data).toMatchObject({ amount: "1.25" })
    await store.pay(String(data.payment_id))
    await store.later()

    expect(await due()).toBeNull()
    expect(await store.openExceptions()).toEqual([])
    expect(await store.readPayment(String(data.payment_id))).toMatchObject({
      status: "paid",
    })
  })

  it("is empty for an order without such a payment, and 404 for an unknown order", async () => {
    const { order_id } = await store.buy("onchain")
    await store.db("stablecoin_payment").del()
    expect(await api.get(`orders/${order_id}`)).toEqual({
      status: 200,
      body: { due: null, payments: [], refunds: [], exceptions: [] },
    })
    const unknown = await api.get("orders/order_none")
    expect(unknown).toMatchObject({
      status: 404,
      body: { message: "There is no order order_none." },
    })
  })
})
