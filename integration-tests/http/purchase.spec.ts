import { PAID_EVENTS } from "../../harness/gateway/webhooks"
import { PROVIDERS } from "../../harness/store/seed"
import { waitFor } from "../../harness/wait-for"
import { readPayment } from "../setup/store/ledger"
import { readMedusaState } from "../setup/store/medusa-state"
import { openPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { storeTest } from "../setup/store/store"

storeTest({
  tests: (store) => {
    it.each(Object.entries(PROVIDERS))(
      "a buyer who pays by the %s rail gets one order, captured by the webhook",
      async (rail, provider) => {
        const cart = await store.shopper.fillCart()
        const session = await store.shopper.startSession(cart, provider)

        expect(session.data).toMatchObject({
          session_id: session.id,
          rail,
          status: "pending",
          amount: "12.50",
          currency: "USDT",
          mode: "test",
        })
        await store.sandbox.pay({ orderNo: String(session.data.payment_id) })

        await settled(store)
        expect(await readMedusaState(store, cart)).toEqual({
          orders: [{ id: expect.any(String), status: "pending" }],
          captures: [12.5],
          sessions: [{ id: session.id, status: "authorized" }],
        })
      }
    )

    it("a buyer who completes the cart before any webhook arrives is captured within seconds, before the job's next pass", async () => {
      const { id, cart } = await openPayment(store, "onchain")
      store.sandbox.faultWebhooks({ event: PAID_EVENTS.onchain, kind: "drop" })
      await store.sandbox.pay({ orderNo: id })
      expect(await readPayment(store, id)).toMatchObject({ status: "pending" })

      const answer = await store.shopper.complete(cart)

      expect(answer).toMatchObject({ body: { type: "order" } })
      await waitFor(
        "the capture",
        async () => (await readMedusaState(store, cart)).captures.length > 0,
        { timeoutMs: 15_000 }
      )
      await settled(store)
      expect(await readMedusaState(store, cart)).toMatchObject({
        orders: [{ status: "pending" }],
        captures: [12.5],
      })
    })
  },
})
