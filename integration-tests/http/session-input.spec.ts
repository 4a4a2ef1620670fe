import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../tools/harness/store/seed"
import reconcilePaymentsJob from "../../src/jobs/reconcile-payments"
import { RAILS } from "../../src/ledger"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { ORDERED } from "../setup/store/store-records"

/** Session data that is refused, and the remedy that its message names. */
const REFUSALS: [data: unknown, message: RegExp][] = [
  [{ success_url: "https://evil.example/thanks" }, /storefrontUrls/],
  [{ success_url: "" }, /success_url is missing: send it/],
  [{ success_url: `${STOREFRONT}/${"a".repeat(3000)}` }, /success_url/],
  [{ success_url: { href: STOREFRONT } }, /success_url/],
  [{ cancel_url: "https://evil.example/" }, /cancel_url.*storefrontUrls/],
  [{ currency: "usdt" }, /currency.*USDT.*USDC/],
  [{ currency: null }, /currency/],
  [{ chain: "SOLANA" }, /chain.*BASE/],
  [{ chain: ["BASE"] }, /chain/],
  [[], /data/],
  ["paid", /data/],
  [null, /data/],
]

storeTest((store) => {
  it("wrong session data is a 400 with a remedy on both rails, and nothing is started", async () => {
    const cart = await store.shopper.fillCart()
    const before = await store.readLedger()
    for (const [data, message] of REFUSALS) {
      for (const rail of RAILS) {
        const answer = await store.shopper.call<{ message: string }>(
          "POST",
          `/store/payment-collections/${cart.payment_collection_id}/payment-sessions`,
          { provider_id: PROVIDERS[rail], data }
        )
        expect({ rail, data, ...answer }).toMatchObject({
          status: 400,
          body: {
            type: "invalid_data",
            message: expect.stringMatching(message),
          },
        })
      }
    }
    expect(await store.readLedger()).toEqual(before)
    expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
    expect((await store.readMedusaState(cart)).sessions).toEqual([])
  })

  it.each(RAILS)(
    "unknown keys are ignored on %s, and never reach the gateway or the ledger",
    async (rail) => {
      const payment = await store.openPayment(rail, {
        coupon: "FREE",
        amount_due: 0,
        metadata: { coupon: "FREE" },
        webhook_url: "https://evil.example/hook",
      })

      const [request] = store.sandbox.requests({ endpoint: "create" }).slice(-1)
      expect(request?.body).toMatchObject({ amount: 12.5 })
      const row = await store.readPayment(payment.id)
      expect(JSON.stringify([request?.body, row])).not.toMatch(/FREE|evil/)
    }
  )

  it("stored data that names another buyer's open session leaves it unchanged when the cart changes", async () => {
    const victim = await store.openPayment("onchain")
    const forger = await store.openPayment("onchain")
    const before = await store.readPayment(victim.id)
    // The worst that a forger could achieve.
    await store
      .db("payment_session")
      .where({ id: forger.session.id })
      .update({ data: JSON.stringify(victim.session.data) })

    await store.setQuantity(forger.cart.id, 2)
    expect((await store.readMedusaState(forger.cart)).sessions).toEqual([])
    await reconcilePaymentsJob(store.container)
    await store.settled()

    expect(await store.readPayment(victim.id)).toEqual(before)
    expect(store.sandbox.requests({ endpoint: "cancel" })).toEqual([])
    await store.pay(victim.id)
    expect(await store.readMedusaState(victim.cart)).toMatchObject(ORDERED)
  })

  it("an amount of less than a cent is rejected on both rails, and nothing is started", async () => {
    const amount = "0.004"
    const cart = await store.shopper.fillCart()
    const before = await store.readLedger()
    const payments = store.container.resolve(Modules.PAYMENT)
    await payments.updatePaymentCollections(cart.payment_collection_id, {
      amount,
    })

    for (const provider_id of Object.values(PROVIDERS)) {
      const start = payments.createPaymentSession(cart.payment_collection_id, {
        provider_id,
        amount,
        currency_code: "usd",
        data: {},
      })
      await expect(start).rejects.toMatchObject({
        type: "invalid_data",
        message: expect.stringMatching(/must be at least 0\.01/),
      })
    }
    expect(await store.readLedger()).toEqual(before)
    expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
  })
})
