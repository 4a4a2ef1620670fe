import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../../harness/store/seed"
import { RAILS } from "../../../src/ledger"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import {
  PROVIDER_FIELDS,
  REFUSALS,
} from "../../setup/gateway/bad-session-input"
import { readMedusaState } from "../../setup/store/medusa-state"
import { databaseOf, readLedger, readPayment } from "../../setup/store/ledger"
import { openPayment } from "../../setup/store/open-payment"
import { settled } from "../../setup/store/settled"
import { storeTest, type TestStore } from "../../setup/store/store"

/**
 * Overwrites a session's data with another session's: the worst that a forger
 * could achieve.
 */
async function overwriteSessionData(
  store: TestStore,
  sessionId: string,
  data: Record<string, unknown>
): Promise<void> {
  await databaseOf(store)("payment_session")
    .where({ id: sessionId })
    .update({ data: JSON.stringify(data) })
}

storeTest({
  sandbox: { chains: ["POLYGON", "BASE"] },
  tests: (store) => {
    it.each(REFUSALS)(
      "$what is a 400 with a remedy on both rails, and nothing is started",
      async ({ data, message }) => {
        const cart = await store.shopper.fillCart()
        const before = await readLedger(store)

        for (const rail of RAILS) {
          const answer = await store.shopper.tryStartSession(
            cart,
            PROVIDERS[rail],
            data
          )
          expect({ rail, ...answer }).toMatchObject({
            rail,
            status: 400,
            body: {
              type: "invalid_data",
              message: expect.stringMatching(message),
            },
          })
        }
        expect(await readLedger(store)).toEqual(before)
        expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
        expect((await readMedusaState(store, cart)).sessions).toEqual([])
      }
    )

    it.each(RAILS)(
      "session data that is not an object is a 400 on %s",
      async (rail) => {
        const cart = await store.shopper.fillCart()
        const before = await readLedger(store)
        for (const data of [[], "paid", 1, null]) {
          const answer = await store.shopper.call<{ message: string }>(
            "POST",
            `/store/payment-collections/${cart.payment_collection_id}/payment-sessions`,
            { provider_id: PROVIDERS[rail], data }
          )
          expect(answer).toMatchObject({
            status: 400,
            body: { message: expect.stringMatching(/data/) },
          })
        }
        expect(await readLedger(store)).toEqual(before)
      }
    )

    it.each(RAILS)(
      "unknown keys are ignored on %s, and never reach the gateway or the ledger",
      async (rail) => {
        const payment = await openPayment(store, rail, {
          coupon: "FREE",
          amount_due: 0,
          metadata: { coupon: "FREE" },
          webhook_url: "https://evil.example/hook",
        })

        const [request] = store.sandbox
          .requests({ endpoint: "create" })
          .slice(-1)
        expect(request?.body).toMatchObject({ amount: 12.5 })
        expect(JSON.stringify(request?.body)).not.toMatch(/FREE|evil/)
        expect(
          JSON.stringify(await readPayment(store, payment.id))
        ).not.toMatch(/FREE|evil/)
      }
    )

    describe("forged session data", () => {
      it.each(RAILS)(
        "at the start of a %s session is overwritten by the ledger's values",
        async (rail) => {
          const victim = await openPayment(store, rail)
          const before = await readPayment(store, victim.id)

          const forged = await openPayment(store, rail, {
            session_id: victim.session.id,
            payment_id: victim.id,
            rail: "gratis",
            status: "paid",
            redirect_url: "https://evil.example/",
            amount: "0.01",
            mode: "live",
            expires_at: "2100-01-01T00:00:00Z",
            app_url: "javascript:alert(1)",
            intent_url: "javascript:alert(1)",
          })

          const row = await readPayment(store, forged.id)
          expect(forged.session.data).toMatchObject({
            session_id: forged.session.id,
            payment_id: row.id,
            rail,
            status: "pending",
            redirect_url: row.redirect_url,
            amount: "12.50",
            mode: "test",
            app_url: row.app_url,
            intent_url: row.intent_url,
            chain: row.chain,
          })
          expect(JSON.stringify(forged.session.data)).not.toMatch(/alert/)
          expect(row).toMatchObject({
            session_id: forged.session.id,
            status: "pending",
          })
          expect(forged.session.status).toBe("pending")
          expect(Object.keys(forged.session.data)).toEqual(
            expect.arrayContaining(PROVIDER_FIELDS)
          )
          expect(await readPayment(store, victim.id)).toEqual(before)
        }
      )

      it.each(RAILS)(
        "that names another buyer's open %s session leaves it unchanged when the cart changes",
        async (rail) => {
          const victim = await openPayment(store, rail)
          const forger = await openPayment(store, rail)
          const before = await readPayment(store, victim.id)
          await overwriteSessionData(store, forger.session.id, {
            ...victim.session.data,
          })

          const changed = await store.shopper.call(
            "POST",
            `/store/carts/${forger.cart.id}/line-items`,
            { variant_id: store.seeded.variant_id, quantity: 1 }
          )
          expect(changed.status).toBe(200)
          expect((await readMedusaState(store, forger.cart)).sessions).toEqual(
            []
          )
          await reconcilePaymentsJob(store.container)
          await settled(store)

          expect(await readPayment(store, victim.id)).toEqual(before)
          expect(store.sandbox.requests({ endpoint: "cancel" })).toEqual([])
          await store.sandbox.pay({ orderNo: victim.id })
          await settled(store)
          expect(await readMedusaState(store, victim.cart)).toMatchObject({
            orders: [{ status: "pending" }],
            captures: [12.5],
          })
        }
      )
    })

    it.each([0, "0", "0.004", 0.0049, -1, "-12.50"])(
      "an amount of %p is rejected on both rails, and nothing is started",
      async (amount) => {
        const cart = await store.shopper.fillCart()
        const before = await readLedger(store)
        const payments = store.container.resolve(Modules.PAYMENT)
        await payments.updatePaymentCollections(cart.payment_collection_id, {
          amount,
        })

        for (const provider_id of Object.values(PROVIDERS)) {
          const start = payments.createPaymentSession(
            cart.payment_collection_id,
            {
              provider_id,
              amount,
              currency_code: "usd",
              data: {},
            }
          )
          await expect(start).rejects.toMatchObject({
            type: "invalid_data",
            message: expect.stringMatching(/must be at least 0\.01/),
          })
        }
        expect(await readLedger(store)).toEqual(before)
        expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
      }
    )
  },
})
