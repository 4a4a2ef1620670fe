import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { RAILS } from "../../src/ledger"
import { STABLECOIN_EVENTS } from "../../src/modules/stablecoin/payments/events"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import { API, PAID_EVENTS } from "../../tools/harness/gateway/webhooks"
import type { TestStore } from "../setup/store/test-store"

type Received = { name: string; data: unknown }

/** Collections without a cart: the minimum that a session needs. */
async function collections(store: TestStore, count: number) {
  const made = await store.container
    .resolve(Modules.PAYMENT)
    .createPaymentCollections(
      Array.from({ length: count }, () => ({ amount: 5, currency_code: "usd" }))
    )
  return made.map(({ id }) => ({ payment_collection_id: id }))
}

/**
 * Records every event from here on, as the merchant's own subscriber receives
 * it.
 */
function listen(
  store: TestStore,
  names: readonly string[] = Object.values(STABLECOIN_EVENTS)
) {
  const received: Received[] = []
  const bus = store.container.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
  const subscriberId = "a-merchants-own"
  const subscriber = async ({ name, data }: Received) => {
    received.push({ name, data })
  }
  for (const name of names) {
    bus.subscribe(name, subscriber, { subscriberId })
  }
  return {
    received,
    stop: () => {
      for (const name of names) {
        bus.unsubscribe(name, subscriber, { subscriberId })
      }
    },
  }
}

storeTest((store) => {
  it.each(RAILS)("one session costs one request, %s", async (rail) => {
    const requests = () =>
      store.sandbox
        .requests({ api: API[rail] })
        .map(({ endpoint, status }) => `${endpoint} ${status}`)
    const [warm, ...rest] = await collections(store, 4)
    await store.stablecoin.gateway.close()
    await store.startSession(warm!, rail)
    const before = requests().length

    for (const collection of rest) {
      await store.startSession(collection, rail)
    }

    const created = rail === "hosted" ? "create 200" : "create 201"
    expect(requests().slice(before)).toEqual([created, created, created])
  })

  it("a merchant's subscriber receives Medusa's event of the capture once", async () => {
    const { id, session } = await store.openPayment("hosted")
    const { received, stop } = listen(store, [PaymentEvents.CAPTURED])
    await store.sandbox.pay({ orderNo: id })
    await store.later()
    await waitFor("the event", async () => received.length > 0)
    stop()

    const own = await store.medusaPaymentId({ session })
    expect(received).toEqual([
      { name: PaymentEvents.CAPTURED, data: { id: own } },
    ])
  })

  describe("a merchant's subscriber receives each event once", () => {
    it.each([
      ["onchain", "pay", "stablecoin.payment.paid"],
      ["onchain", "cancel", "stablecoin.payment.cancelled"],
      ["hosted", "fail", "stablecoin.payment.failed"],
    ] as const)("%s %s: %s", async (rail, act, name) => {
      const { id, cart, session } = await store.openPayment(rail)
      const { received, stop } = listen(store)
      store.sandbox.fault({ kind: "double" })
      await store.sandbox[act]({ orderNo: id })
      await store.settled()
      for (const { id: webhook } of store.sandbox.webhooks()) {
        store.sandbox.resend(webhook)
      }
      await store.later()
      await waitFor(name, async () => received.length > 0)
      stop()

      expect(received).toEqual([
        {
          name,
          data: {
            id,
            session_id: session.id,
            payment_collection_id: cart.payment_collection_id,
            cart_id: cart.id,
            rail,
          },
        },
      ])
    })

    it("for an exception and a refund due", async () => {
      const { id, session } = await store.openPayment("hosted")
      const { received, stop } = listen(store)
      const event = PAID_EVENTS.hosted
      store.sandbox.trigger(event, { orderNo: id }, { amount: 1 })
      store.sandbox.trigger(event, { orderNo: id }, { amount: 1 })
      await store.settled()
      await store.pay(id)
      const payment_id = await store.medusaPaymentId({ session })
      const payments = store.container.resolve(Modules.PAYMENT)
      await payments.refundPayment({ payment_id, amount: 5 })
      await waitFor("the refund due", async () => received.length >= 4)
      stop()

      expect(received.map(({ name }) => name)).toEqual([
        "stablecoin.exception.opened",
        "stablecoin.payment.paid",
        "stablecoin.refund.due",
        "stablecoin.exception.opened",
      ])
      expect(received[2]?.data).toMatchObject({
        payment_id: id,
        amount: "5.00",
        currency: "USDT",
      })
    })
  })
})
