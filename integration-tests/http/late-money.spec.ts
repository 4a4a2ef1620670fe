import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/shop/names"
import { RAILS } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

/** Actions of a buyer after which the cart costs the same. */
const LEAVE = {
  "starts again": async (store: TestStore, { cart, rail }: OpenPayment) => {
    await store.startSession(cart, rail)
  },
  "adds an item and removes it": async (
    store: TestStore,
    { cart }: OpenPayment
  ) => {
    for (const quantity of [2, 1]) {
      await store.setQuantity(cart.id, quantity)
    }
  },
}

storeTest((store) => {
  it("coins in transit during a cart's reload find its order, after any number of job runs", async () => {
    const open = await store.openPayment("onchain")
    const other = await store.startSession(open.cart, "onchain")
    const created = store.sandbox.requests({ endpoint: "create" }).length
    for (let runs = 0; runs < 3; runs++) {
      await store.later()
    }
    expect(await store.readPayment(open.id)).toMatchObject({
      status: "pending",
      superseded_at: expect.any(Date),
    })

    await store.pay(open.id)
    await store.later()

    expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
    expect(store.sandbox.requests({ endpoint: "create" })).toHaveLength(created)
    // The newer payment ends at once, because the superseded one has paid.
    expect(
      await store.readPayment(String(other.data.payment_id))
    ).toMatchObject({ status: "cancelled" })
  })

  describe("money whose session was deleted", () => {
    it.each([
      ["hosted", "starts again"],
      ["onchain", "adds an item and removes it"],
    ] as const)(
      "finds its order by %s: the buyer %s, and pays by the first link",
      async (rail, way) => {
        const open = await store.openPayment(rail)
        await LEAVE[way](store, open)

        await store.pay(open.id)

        expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
        expect(await store.openExceptions()).toEqual([])
        const row = await store.readPayment(open.id)
        expect(row.session_id).not.toBe(open.session.id)
        expect(row).toMatchObject({ status: "paid" })
      }
    )

    it("ends the payment that replaced it, and is an exception if both are paid", async () => {
      const rail = "onchain"
      const open = await store.openPayment(rail)
      const other = await store.startSession(open.cart, rail)
      await store.pay(open.id)
      const second = { rail, id: String(other.data.payment_id) } as const
      const paid = paidWebhook(store, second)

      await store.later()
      expect(await store.readPayment(second.id)).toMatchObject({
        status: "cancelled",
      })
      await postSigned(store, rail, paid)
      await store.settled()

      expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual(["already_covered"])
    })

    it("is an exception when its order was paid by another payment, and refunded since", async () => {
      const rail = "hosted"
      const open = await store.openPayment(rail)
      const paid = paidWebhook(store, open)
      const other = await store.startSession(open.cart, rail)
      await store.pay(String(other.data.payment_id))
      const payment_id = await store.medusaPaymentId({ session: other })
      const payments = store.container.resolve(Modules.PAYMENT)
      await payments.refundPayment({ payment_id })

      await postSigned(store, rail, paid)
      await store.settled()

      expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([
        "refund_due",
        "already_covered",
      ])
    })
  })

  it("a buyer can't pass off other money as late", async () => {
    const victim = await store.buy("onchain")
    const claim = { payment_id: victim.id, session_id: victim.session.id }
    const cart = await store.shopper.fillCart()

    const session = await store.startSession(cart, "onchain", {
      stablecoin_late_money: claim,
      context: { stablecoin_late_money: claim },
    })
    const response = await store.shopper.call(
      "POST",
      `/store/payment-collections/${cart.payment_collection_id}/payment-sessions`,
      {
        provider_id: PROVIDERS.onchain,
        context: { stablecoin_late_money: claim },
      }
    )

    expect(response.status).toBe(400)
    expect(session.data.payment_id).not.toBe(victim.id)
    expect(await store.shopper.complete(cart)).toMatchObject({ status: 400 })
    expect(await store.readMedusaState(cart)).toMatchObject({ captures: [] })
    expect(await store.readPayment(victim.id)).toMatchObject({
      session_id: victim.session.id,
    })
  })

  it("the second of two open sessions of one cart is paid: one order, and the first one ends", async () => {
    const first = await store.openPayment("onchain")
    const second = await store.openSecond(first, "hosted")

    await store.pay(second.id)
    await store.later()

    expect(await store.readMedusaState(first.cart)).toMatchObject(ORDERED)
    expect(await store.openExceptions()).toEqual([])
    expect(await store.readPayment(first.id)).toMatchObject({
      status: "cancelled",
    })
  })

  it.each(RAILS)(
    "captures %s money that arrives when its payment expires",
    async (rail) => {
      const open = await store.openPayment(rail)
      const paid = paidWebhook(store, open)
      await store.changePayment(open.id, { expires_at: new Date() })
      await store.later()
      expect(await store.readPayment(open.id)).toMatchObject({
        status: rail === "onchain" ? "cancelled" : "abandoned",
      })
      expect(await store.readMedusaState(open.cart)).toMatchObject({
        sessions: [{ status: "canceled" }],
      })

      await postSigned(store, rail, paid)
      await store.settled()

      expect(await store.readMedusaState(open.cart)).toMatchObject(ORDERED)
      expect(await store.openExceptions()).toEqual([])
    }
  )
})
