import { PROVIDERS } from "../../harness/store/seed"
import { readMedusaState } from "../setup/store/medusa-state"
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
  },
})
