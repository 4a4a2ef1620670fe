import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { Modules } from "@medusajs/framework/utils"
import { type Rail, RAILS } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore, OpenPayment } from "../setup/store/test-store"

const ENVELOPE: Record<Rail, string> = { hosted: "payload", onchain: "data" }

/** Spellings of a path that a proxy or a router might normalize. */
const SPELLINGS = [
  "//hooks/payment/RAIL",
  "/hooks//payment/RAIL",
  "/hooks/payment//RAIL",
  "/hooks/payment/RAIL//",
  "/hooks/payment/./RAIL",
  "/hooks/payment/x/../RAIL",
  "/hooks/payment/%2e/RAIL",
  "/hooks/payment%2FRAIL",
  "/%68ooks/payment/RAIL",
  "/hooks/%70ayment/RAIL",
  "http://shop.example/hooks/payment/RAIL",
]

/** Sends a path unchanged: a URL object would normalize it. */
async function postTo(store: TestStore, path: string): Promise<number> {
  const { hostname, port } = new URL(store.url)
  const headers = { "content-type": "application/json" }
  const sent = request({ hostname, port, path, method: "POST", headers })
  sent.end('{"event":"payment.success","payload":{},"data":{}}')
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  answer.resume()
  return answer.statusCode ?? 0
}

/** The state that must not change when a paid event is not trusted. */
async function moneyOf(store: TestStore, payment: OpenPayment) {
  return {
    payment: await store.readPayment(payment.id),
    state: await store.readMedusaState(payment.cart),
  }
}

storeTest((store) => {
  describe("a webhook's address", () => {
    it("may be spelled in other ways", async () => {
      for (const rail of RAILS) {
        const event =
          rail === "hosted" ? "transaction.created" : "payment_order.created"
        const body = JSON.stringify({
          event,
          [ENVELOPE[rail]]: { order_no: "another-shop" },
        })
        for (const path of [
          `/HOOKS/Stablecoin/${rail}`,
          `/hooks/stablecoin/${rail}/`,
          `/hooks/stablecoin/${rail}?from=gateway`,
          `/hooks/payment/stablecoin-${rail}_main`,
          `/hooks/payment/pp_stablecoin-${rail}_default/`,
          `/hooks/payment/stablecoin%2D${rail}_default`,
          `/Hooks/Payment/%50P_Stablecoin%2d${rail.toUpperCase()}%5fdefault`,
        ]) {
          const answer = await postSigned(store, rail, body, { path })
          expect({ path, ...answer }).toEqual({
            path,
            status: 200,
            body: { received: true },
          })
        }
      }
      await store.settled()
    })

    it("spelled in any way never passes an unsigned body on to Medusa", async () => {
      const paths = RAILS.flatMap((rail) => [
        ...SPELLINGS.map((spelling) =>
          spelling.replace("RAIL", `stablecoin-${rail}_default`)
        ),
        `/hooks/payment/stablecoin%2D${rail}_default`,
        `/hooks/payment/stablecoin%2d${rail}%5Fdefault/`,
        `/hooks/payment/%73%74ablecoin-${rail}`,
        `/hooks/payment/PP_STABLECOIN%2D${rail.toUpperCase()}_DEFAULT?a=b`,
      ])
      const before = await store.readLedger()
      const emitted = jest.spyOn(
        store.container.resolve(Modules.EVENT_BUS),
        "emit"
      )
      try {
        for (const path of paths) {
          const status = await postTo(store, path)

          expect([400, 401, 404]).toContain(status)
          expect([path, emitted.mock.calls]).toEqual([path, []])
        }
        expect(await store.readLedger()).toEqual(before)
      } finally {
        emitted.mockRestore()
      }
    })

    it("of another provider is left to Medusa, and of an unknown rail is not found", async () => {
      const before = await store.readLedger()
      const statusOf = async (path: string, method = "POST") =>
        (await fetch(`${store.url}${path}`, { method })).status

      expect(await statusOf("/hooks/payment/system_default")).toBe(200)
      expect(await statusOf("/hooks/stablecoin/other")).toBe(404)
      expect(await statusOf("/hooks/stablecoin/hosted/more")).toBe(404)
      expect(await statusOf("/hooks/stablecoin/hosted", "GET")).toBe(404)
      expect(await store.readLedger()).toEqual(before)
    })
  })

  describe("an unrelated webhook", () => {
    it("of a payment without an order number opens an exception", async () => {
      const rail = "hosted"
      await store.openPayment(rail)
      const { stablecoin_exception: none, ...before } = await store.readLedger()
      expect(none).toEqual([])
      const body = JSON.stringify({
        event: PAID_EVENTS[rail],
        [ENVELOPE[rail]]: { amount: 12.5, currency: "USDT" },
      })

      expect((await postSigned(store, rail, body)).status).toBe(200)

      await store.settled()
      const { stablecoin_exception: opened, ...after } =
        await store.readLedger()
      expect(opened).toMatchObject([
        {
          kind: "webhook_problem",
          reason: "unreadable",
          payment_id: null,
          status: "open",
        },
      ])
      expect({ ...after, stablecoin_webhook_event: [] }).toEqual({
        ...before,
        stablecoin_webhook_event: [],
      })
    })
  })

  // The tests of the gateway's schemas and of the ledger have every field.
  it.each([
    ["a cent less", { amount: 12.49 }, "deposit_mismatch.amount"],
    ["no amount", { amount: undefined }, "webhook_problem.unreadable"],
  ])(
    "a paid event with %s opens an exception and captures nothing",
    async (_, overrides, exception) => {
      for (const rail of RAILS) {
        const payment = await store.openPayment(rail)
        const known = await store.openExceptions()
        const before = await moneyOf(store, payment)

        const body = paidWebhook(store, payment, overrides)
        expect((await postSigned(store, rail, body)).status).toBe(200)

        await store.settled()
        expect(await moneyOf(store, payment)).toEqual(before)
        expect(await store.openExceptions()).toEqual([...known, exception])
      }
    }
  )
})
