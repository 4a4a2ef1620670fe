import { RAILS } from "../../src/ledger"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import { paidWebhook, postSigned } from "../../harness/gateway/webhooks"
import { waitFor } from "../../harness/wait-for"
import { databaseOf, openExceptions } from "../setup/store/ledger"
import { readMedusaState } from "../setup/store/medusa-state"
import { openPayment, type OpenPayment } from "../setup/store/open-payment"
import { TestReceiver } from "../setup/gateway/test-receiver"
import { settled } from "../setup/store/settled"
import {
  beginStoredWebhooks,
  storeTest,
  type TestStore,
} from "../setup/store/store"

/** Far less than the minute in which the job runs, and it never runs here. */
const SOON = { timeoutMs: 10_000 }
const BURST = 700

async function ordered(store: TestStore, payment: OpenPayment): Promise<void> {
  await waitFor(
    `the order of ${payment.id}`,
    async () => (await readMedusaState(store, payment.cart)).orders.length,
    SOON
  )
  await settled(store)
  expect(await readMedusaState(store, payment.cart)).toMatchObject({
    orders: [{ status: "pending" }],
    captures: [12.5],
  })
}

storeTest({
  tests: (store) => {
    let receiver: TestReceiver
    beforeEach(() => {
      const { connectionString } = databaseOf(store).client.config.connection
      receiver = new TestReceiver(store, connectionString)
    })
    afterEach(async () => await receiver.close())

    const storedWebhooks = () =>
      store.container.resolve(STABLECOIN_MODULE).storedWebhooks
    beforeAll(() => beginStoredWebhooks.call(storedWebhooks()))
    afterAll(async () => await storedWebhooks().end())

    describe("a webhook that the receiver has stored", () => {
      it.each(RAILS)("places the order soon: %s", async (rail) => {
        const payment = await openPayment(store, rail)
        await receiver.receive(rail, [paidWebhook(store, payment)])
        await ordered(store, payment)
      })

      it("places one order when the store receives it as well", async () => {
        const payment = await openPayment(store, "onchain")
        const body = paidWebhook(store, payment)
        await Promise.all([
          receiver.receive("onchain", [body]),
          postSigned(store, "onchain", body),
          receiver.receive("onchain", [body]),
        ])
        await ordered(store, payment)
        expect(await openExceptions(store)).toEqual([])
      })
    })

    it("a burst of webhooks is processed until none is left, and its payment is ordered", async () => {
      const payment = await openPayment(store, "onchain")
      const others = Array.from({ length: BURST }, (_, number) =>
        JSON.stringify({
          event: "payment_order.created",
          data: { order_no: `stpay_of_another_${number}` },
        })
      )
      await receiver.receive("onchain", others)
      await receiver.receive("onchain", [paidWebhook(store, payment)])

      await ordered(store, payment)
      const left = await databaseOf(store)("stablecoin_webhook_event")
        .whereIn("status", ["received", "failed"])
        .count()
      expect(left).toEqual([{ count: "0" }])
    })
  },
})
