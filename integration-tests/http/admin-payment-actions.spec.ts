import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import { PAID_EVENTS } from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

/** Pays, and drops the webhook about it. */
async function payWithoutWebhook(store: TestStore, id: string): Promise<void> {
  store.sandbox.fault({ event: PAID_EVENTS.onchain, kind: "drop" })
  await store.sandbox.pay({ orderNo: id })
}

async function sourcesOf(store: TestStore, id: string, kind: string) {
  return await store
    .db("stablecoin_fact")
    .where({ payment_id: id, kind })
    .pluck("source")
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const gatewayIsDown = () =>
    store.sandbox.fault({
      api: "business",
      kind: "status",
      status: 503,
      times: 50,
    })

  it("sync finds the money of a lost webhook, and places its order", async () => {
    const { id, cart } = await store.openPayment("onchain")
    const { checkout_token } = await store.readPayment(id)
    await payWithoutWebhook(store, id)

    const { status, body } = await api.post(`payments/${id}/sync`)

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        readable: true,
        settled: true,
        payment: { id, status: "paid", order_id: expect.any(String) },
      },
    })
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await sourcesOf(store, id, "paid")).toEqual(["admin"])
    const row = await store.readPayment(id)
    const secrets = [checkout_token, row.destination_address]
    for (const secret of secrets) {
      expect(secret).toEqual(expect.any(String))
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    expect(Object.keys(body.payment)).not.toContain("lease_owner")
  })

  it("sync of a hosted payment reports that it can't be read", async () => {
    const { id } = await store.openPayment("hosted")
    expect(await api.post(`payments/${id}/sync`)).toMatchObject({
      status: 200,
      body: {
        readable: false,
        settled: true,
        payment: { status: "pending" },
      },
    })
  })

  it("cancel ends an open order at the gateway and in Medusa, once", async () => {
    const { id, cart } = await store.openPayment("onchain")

    expect(await api.post(`payments/${id}/cancel`)).toMatchObject({
      status: 200,
      body: {
        may_still_be_paid: false,
        settled: true,
        payment: { id, status: "cancelled" },
      },
    })
    const order = store.sandbox.orders().find((each) => each.orderNo === id)
    expect(order?.status).toBe("cancelled")
    await store.settled()
    expect(await store.readMedusaState(cart)).toMatchObject({
      orders: [],
      sessions: [{ status: "canceled" }],
    })
    await api.refuses(`payments/${id}/cancel`, {}, 409, "has ended already")
  })

  it("cancel abandons a hosted payment, and late money is not lost", async () => {
    const { id, cart } = await store.openPayment("hosted")

    expect(await api.post(`payments/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { may_still_be_paid: true, payment: { status: "abandoned" } },
    })
    expect(await sourcesOf(store, id, "abandoned")).toEqual(["admin"])
    await api.refuses(`payments/${id}/cancel`, {}, 409, "may still be paid")
    await store.pay(id)
    expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
  })

  it("cancel never cancels a paid payment, even if only the gateway has confirmed it", async () => {
    const { id, cart } = await store.openPayment("onchain")
    await payWithoutWebhook(store, id)

    expect(await api.post(`payments/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("paid in the meantime") },
    })
    await store.settled()
    expect(await store.readMedusaState(cart)).toMatchObject(ORDERED)
    await api.refuses(`payments/${id}/cancel`, {}, 409, "it is paid")
  })

  it("reports a gateway that is down, and changes nothing", async () => {
    const { id } = await store.openPayment("onchain")
    gatewayIsDown()
    for (const act of ["sync", "cancel"]) {
      await api.refuses(
        `payments/${id}/${act}`,
        {},
        503,
        "gave no good answer, and nothing was changed"
      )
    }
    const order = store.sandbox.orders().find((each) => each.orderNo === id)
    expect(order?.status).toBe("pending")
  })

  it("answers 404 for an unknown payment", async () => {
    for (const act of ["sync", "cancel"]) {
      await api.refuses(
        `payments/stpay_none/${act}`,
        {},
        404,
        "no stablecoin payment stpay_none"
      )
    }
  })
})
