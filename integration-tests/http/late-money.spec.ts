import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/shop/names"
import { RAILS } from "../../src/ledger"
import { ORDERED, readMedusaState } from "../setup/store/medusa-state"
import { databaseOf, openExceptions, readPayment } from "../setup/store/ledger"
import { later } from "../setup/store/later"
import {
  openPayment,
  type OpenPayment,
  openSecond,
} from "../setup/store/open-payment"
import { setQuantity } from "../setup/store/set-quantity"
import { payAndSettle, settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import { medusaPaymentId } from "../setup/store/medusa-payment"

/** Actions of a buyer after which the cart costs the same. */
const LEAVE = {
  "starts again": async (store: TestStore, { cart, rail }: OpenPayment) => {
    await store.shopper.startSession(cart, PROVIDERS[rail])
  },
  "adds an item and removes it": async (
    store: TestStore,
    { cart }: OpenPayment
  ) => {
    for (const quantity of [2, 1]) {
      await setQuantity(store, cart.id, quantity)
    }
  },
}

storeTest((store) => {
  it("coins in transit during a cart's reload find its order, after any number of job runs", async () => {
    const open = await openPayment(store, "onchain")
    const other = await store.shopper.startSession(open.cart, PROVIDERS.onchain)
    const created = store.sandbox.requests({ endpoint: "create" }).length
    for (let runs = 0; runs < 3; runs++) {
      await later(store)
    }
    expect(await readPayment(store, open.id)).toMatchObject({
      status: "pending",
      superseded_at: expect.any(Date),
    })

    await payAndSettle(store, open.id)
    await later(store)

    expect(await readMedusaState(store, open.cart)).toMatchObject(ORDERED)
    expect(await openExceptions(store)).toEqual([])
    expect(store.sandbox.requests({ endpoint: "create" })).toHaveLength(created)
    // The newer payment ends at once, because the superseded one has paid.
    expect(
      await readPayment(store, String(other.data.payment_id))
    ).toMatchObject({ status: "cancelled" })
  })

  describe("money whose session was deleted", () => {
    it.each([
      ["hosted", "starts again"],
      ["onchain", "adds an item and removes it"],
    ] as const)(
      "finds its order by %s: the buyer %s, and pays by the first link",
      async (rail, way) => {
        const open = await openPayment(store, rail)
        await LEAVE[way](store, open)

        await payAndSettle(store, open.id)

        expect(await readMedusaState(store, open.cart)).toMatchObject(ORDERED)
        expect(await openExceptions(store)).toEqual([])
        const row = await readPayment(store, open.id)
        expect(row.session_id).not.toBe(open.session.id)
        expect(row).toMatchObject({ status: "paid" })
      }
    )

    it("ends the payment that replaced it, and is an exception if both are paid", async () => {
      const rail = "onchain"
      const open = await openPayment(store, rail)
      const other = await store.shopper.startSession(open.cart, PROVIDERS[rail])
      await payAndSettle(store, open.id)
      const second = { rail, id: String(other.data.payment_id) } as const
      const paid = paidWebhook(store, second)

      await later(store)
      expect(await readPayment(store, second.id)).toMatchObject({
        status: "cancelled",
      })
      await postSigned(store, rail, paid)
      await settled(store)

      expect(await readMedusaState(store, open.cart)).toMatchObject(ORDERED)
      expect(await openExceptions(store)).toEqual(["already_covered"])
    })

    it("is an exception when its order was paid by another payment, and refunded since", async () => {
      const rail = "hosted"
      const open = await openPayment(store, rail)
      const paid = paidWebhook(store, open)
      const other = await store.shopper.startSession(open.cart, PROVIDERS[rail])
      await payAndSettle(store, String(other.data.payment_id))
      const payment_id = await medusaPaymentId(store, { session: other })
      const payments = store.container.resolve(Modules.PAYMENT)
      await payments.refundPayment({ payment_id })

      await postSigned(store, rail, paid)
      await settled(store)

      expect(await readMedusaState(store, open.cart)).toMatchObject(ORDERED)
      expect(await openExceptions(store)).toEqual([
        "refund_due",
        "already_covered",
      ])
    })
  })

  it("a buyer can't pass off other money as late", async () => {
    const victim = await openPayment(store, "onchain")
    await payAndSettle(store, victim.id)
    const claim = {
      payment_id: victim.id,
      session_id: victim.session.id,
    }
    const cart = await store.shopper.fillCart()

    const session = await store.shopper.startSession(cart, PROVIDERS.onchain, {
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
    expect(await readMedusaState(store, cart)).toMatchObject({ captures: [] })
    expect(await readPayment(store, victim.id)).toMatchObject({
      session_id: victim.session.id,
    })
  })

  it.each([
    ["first", 0],
    ["second", 1],
  ])(
    "the %s of two open sessions of one cart is paid: one order, and the other one ends",
    async (_, nth) => {
      const first = await openPayment(store, "onchain")
      const second = await openSecond(store, first, "hosted")
      const [paid, other] = nth ? [second, first] : [first, second]

      await payAndSettle(store, paid.id)
      await later(store)

      expect(await readMedusaState(store, first.cart)).toMatchObject(ORDERED)
      expect(await openExceptions(store)).toEqual([])
      expect(await readPayment(store, other.id)).toMatchObject({
        status: nth ? "cancelled" : "abandoned",
      })
    }
  )

  it.each(RAILS)(
    "captures %s money that arrives when its payment expires",
    async (rail) => {
      const open = await openPayment(store, rail)
      const paid = paidWebhook(store, open)
      await databaseOf(store)("stablecoin_payment")
        .where({ id: open.id })
        .update({ expires_at: new Date() })
      await later(store)
      expect(await readPayment(store, open.id)).toMatchObject({
        status: rail === "onchain" ? "cancelled" : "abandoned",
      })
      expect(await readMedusaState(store, open.cart)).toMatchObject({
        sessions: [{ status: "canceled" }],
      })

      await postSigned(store, rail, paid)
      await settled(store)

      expect(await readMedusaState(store, open.cart)).toMatchObject(ORDERED)
      expect(await openExceptions(store)).toEqual([])
    }
  )
})
