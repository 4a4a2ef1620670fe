import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/store/seed"
import type { Cart } from "../../tools/harness/shop/shopper"
import type { Rail } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import { preempt, stopsOf } from "../setup/store/preempt"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { UNTOUCHED } from "../setup/store/store-records"

/**
 * A payment whose session survived a change of its cart.
 */
async function staleSession(
  store: TestStore,
  rail: Rail,
  collection: { amount: number }
): Promise<OpenPayment> {
  const open = await store.openPayment(rail)
  await store.container
    .resolve(Modules.PAYMENT)
    .updatePaymentCollections(open.cart.payment_collection_id, collection)
  return open
}

storeTest((store) => {
  describe("a payment that starts while its cart changes", () => {
    const race = async () => {
      const cart = await store.shopper.fillCart()
      return {
        cart,
        start: () => store.tryStartSession(cart, "onchain"),
        change: () => store.setQuantity(cart.id, 2),
      }
    }

    const pay = async (cart: Cart) => {
      const [payment] = await paymentsOf(cart)
      await store.pay(payment.id)
    }

    const paymentsOf = async ({ payment_collection_id }: Cart) =>
      await store.db("stablecoin_payment").where({
        payment_collection_id,
      })

    it("is refused when the cart has changed before the session is stored", async () => {
      const { cart, start, change } = await race()

      const [{ status, body }] = await preempt(
        stopsOf(store, "onchain").storeSession,
        start,
        change
      )

      expect([status, body]).toMatchObject([
        400,
        { message: expect.stringContaining("Start the payment again.") },
      ])
      expect(await paymentsOf(cart)).toEqual([])
    })

    it("is not captured when the cart changed while the gateway created it", async () => {
      const { cart, start, change } = await race()
      await preempt(stopsOf(store, "onchain").create, start, change)

      await pay(cart)
      await store.later()

      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: [],
        captures: [],
        sessions: [],
      })
      expect(await store.openExceptions()).toEqual(["cart_changed.gone"])
    })

    it.each([
      ["before", /made for 12\.50 usd, and the cart now totals 22\.50 usd/],
      ["after", /not confirmed yet/],
    ])(
      "is not captured when it started between the change's read and its write, and is paid %s the buyer completes the cart",
      async (paid, message) => {
        const { cart, start, change } = await race()
        await preempt(stopsOf(store, "onchain").storeAmount, change, start)

        if (paid === "before") {
          await pay(cart)
        }
        const { status, body } = await store.shopper.complete(cart)
        if (paid === "after") {
          await pay(cart)
        }
        await store.later()

        expect([status, body]).toMatchObject([
          400,
          { message: expect.stringMatching(message) },
        ])
        expect(await store.readMedusaState(cart)).toMatchObject({
          orders: [],
          captures: [],
          sessions: [{ status: "pending" }],
        })
        expect(await store.openExceptions()).toEqual(["cart_changed.amount"])
      }
    )
  })

  it("a payment of an outdated amount of its cart captures nothing when the cart totals more", async () => {
    const open = await staleSession(store, "onchain", { amount: 102.5 })

    await store.report(open)
    const { status, body } = await store.shopper.complete(open.cart)

    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringContaining("Start a new payment.") },
    ])
    expect(await store.readMedusaState(open.cart)).toMatchObject(UNTOUCHED)
    const { stablecoin_exception } = await store.readLedger()
    expect(stablecoin_exception).toMatchObject([
      {
        kind: "cart_changed",
        reason: "amount",
        payment_id: open.id,
        details: { total: "102.50", total_currency: "usd" },
      },
    ])
  })

  it("a payment is not started for an outdated amount of its cart", async () => {
    const cart = await store.shopper.fillCart()
    const created = store.sandbox.requests({ endpoint: "create" }).length

    await expect(
      store.container
        .resolve(Modules.PAYMENT)
        .createPaymentSession(cart.payment_collection_id, {
          provider_id: PROVIDERS.onchain,
          amount: 10,
          currency_code: "usd",
          data: {},
        })
    ).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(/12\.50 usd.*10\.00 usd/),
    })
    expect(store.sandbox.requests({ endpoint: "create" })).toHaveLength(created)
  })
})
