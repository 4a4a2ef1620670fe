import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"

const NEVER_SHOWN = [
  "checkout_token",
  "redirect_url",
  "app_url",
  "intent_url",
  "return_token",
  "lease_owner",
  "leased_until",
  "details",
]

/**
 * Fields that an admin may send to a buyer: only a single payment has them, no
 * list.
 */
const NOT_IN_LISTS = ["destination_address", "payment_link"]

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  it("shows a pending payment's links, address and customer", async () => {
    const { id, cart } = await store.openPayment("onchain")
    const row = await store.readPayment(id)
    expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
      destination_address: row.destination_address,
      payment_link: row.redirect_url,
      order: null,
      customer: { id: row.customer_id, email: expect.stringContaining("@") },
    })
    const unnamed = { customer_id: null }
    await store.changePayment(id, unnamed)
    await store.db("cart").where({ id: cart.id }).update(unnamed)
    expect((await api.get(`payments/${id}`)).body.payment.customer).toEqual({
      id: null,
      email: (await store.db("cart").where({ id: cart.id }).first()).email,
    })
    const late = { expires_at: new Date(Date.now() - 1) }
    await store.changePayment(id, late)
    expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
      payment_link: null,
    })
    await store.pay(id)
    expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
      status: "paid",
      payment_link: null,
      order: { display_id: expect.any(Number) },
    })
  })

  it("shows a paid payment's timeline, without its payment links", async () => {
    const { id } = await store.openPayment("onchain")
    const { checkout_token } = await store.readPayment(id)
    await store.pay(id)

    const { status, body } = await api.get(`payments/${id}`)

    expect({ status, payment: body.payment }).toMatchObject({
      status: 200,
      payment: {
        id,
        status: "paid",
        amount: "12.50",
        account: expect.any(String),
      },
    })
    expect(body.facts).toEqual([
      {
        id: expect.any(String),
        kind: "started",
        source: "start",
        status_before: "creating",
        status_after: "pending",
        webhook_event_id: null,
        money: null,
        proof: null,
        refusal: null,
        transfer: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({
        kind: "paid",
        source: "webhook",
        status_before: "pending",
        status_after: "paid",
        webhook_event_id: expect.stringMatching(/^stwhe_/),
        money: { amount: "12.50", currency: "USDT", chain: "POLYGON" },
      }),
    ])
    const row = await store.readPayment(id)
    expect(row.checkout_token).toBeNull()
    const hidden = [checkout_token, row.return_token, ...NEVER_SHOWN]
    const places: [path: string, hidden: unknown[]][] = [
      ["payments", [...hidden, row.destination_address, ...NOT_IN_LISTS]],
      [`payments/${id}`, hidden],
    ]
    for (const [path, secrets] of places) {
      const names = [...NEVER_SHOWN, ...NOT_IN_LISTS]
      for (const query of [
        "",
        `?fields=${names.join(",")}`,
        `?fields=${names.map((field) => `%2B${field}`).join(",")}`,
        "?fields=*",
      ]) {
        const answer = await api.get(`${path}${query}`)
        expect([200, 400]).toContain(answer.status)
        const text = JSON.stringify(answer)
        for (const secret of secrets) {
          expect(secret).toEqual(expect.any(String))
          expect({ path, query, text }).not.toEqual({
            path,
            query,
            text: expect.stringContaining(String(secret)),
          })
        }
      }
    }
    expect((await api.get("payments/stpay_none")).status).toBe(404)
  })
})
