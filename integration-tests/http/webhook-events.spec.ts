import { createHash } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { Modules } from "@medusajs/framework/utils"
import { RAILS, type Rail } from "../../src/ledger"
import { MISMATCHES, UNEXPECTED_FIELDS } from "../setup/gateway/bad-webhooks"
import { readMedusaState } from "../setup/store/medusa-state"
import { openExceptions, readLedger, readPayment } from "../setup/store/ledger"
import { openPayment, type OpenPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
  WEBHOOK_PATHS,
} from "../../harness/gateway/webhooks"

const ENVELOPE: Record<Rail, string> = { hosted: "payload", onchain: "data" }

/** Correctly signed events that don't concern the store. */
const FOREIGN: {
  rail: Rail
  what: string
  event?: string
  order_no?: string
}[] = RAILS.flatMap((rail) => [
  { rail, what: "an unknown event", event: "payment.refunded" },
  { rail, what: "an unknown order", order_no: "stpay_unknown" },
])

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
    payment: await readPayment(store, payment.id),
    state: await readMedusaState(store, payment.cart),
  }
}

storeTest({
  tests: (store) => {
    describe("a webhook's address", () => {
      it.each(
        RAILS.flatMap((rail) =>
          [
            `/HOOKS/Stablecoin/${rail}`,
            `/hooks/stablecoin/${rail}/`,
            `/hooks/stablecoin/${rail}?from=gateway`,
            `/hooks/payment/stablecoin-${rail}_main`,
            `/hooks/payment/pp_stablecoin-${rail}_default/`,
            `/hooks/payment/stablecoin%2D${rail}_default`,
            `/Hooks/Payment/%50P_Stablecoin%2d${rail.toUpperCase()}%5fdefault`,
          ].map((path) => ({ rail, path }))
        )
      )("may be spelled $path", async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const body = paidWebhook(store, payment)

        expect(await postSigned(store, rail, body, { path })).toEqual({
          status: 200,
          body: { received: true },
        })
        await settled(store)
        expect(await readPayment(store, payment.id)).toMatchObject({
          status: "paid",
        })
      })

      it.each(
        RAILS.flatMap((rail) => [
          ...SPELLINGS.map((spelling) =>
            spelling.replace("RAIL", `stablecoin-${rail}_default`)
          ),
          `/hooks/payment/stablecoin%2D${rail}_default`,
          `/hooks/payment/stablecoin%2d${rail}%5Fdefault/`,
          `/hooks/payment/%73%74ablecoin-${rail}`,
          `/hooks/payment/PP_STABLECOIN%2D${rail.toUpperCase()}_DEFAULT?a=b`,
        ])
      )(
        "spelled %s never passes an unsigned body on to Medusa",
        async (path) => {
          const before = await readLedger(store)
          const emitted = vi.spyOn(
            store.container.resolve(Modules.EVENT_BUS),
            "emit"
          )
          try {
            const status = await postTo(store, path)

            expect([400, 401, 404]).toContain(status)
            expect(emitted).not.toHaveBeenCalled()
            expect(await readLedger(store)).toEqual(before)
          } finally {
            emitted.mockRestore()
          }
        }
      )

      it("of another provider is left to Medusa, and of an unknown rail is not found", async () => {
        const before = await readLedger(store)
        const statusOf = async (path: string, method = "POST") =>
          (await fetch(`${store.url}${path}`, { method })).status

        expect(await statusOf("/hooks/payment/system_default")).toBe(200)
        expect(await statusOf("/hooks/stablecoin/other")).toBe(404)
        expect(await statusOf("/hooks/stablecoin/hosted/more")).toBe(404)
        expect(await statusOf("/hooks/stablecoin/hosted", "GET")).toBe(404)
        expect(await readLedger(store)).toEqual(before)
      })
    })

    describe("an unrelated webhook", () => {
      it.each(FOREIGN)(
        "of $what on $rail is stored as ignored, and changes no payment",
        async ({ rail, event, order_no }) => {
          const payment = await openPayment(store, rail)
          const { stablecoin_webhook_event: known, ...before } =
            await readLedger(store)
          const body = JSON.stringify({
            event: event ?? PAID_EVENTS[rail],
            [ENVELOPE[rail]]: {
              order_no: order_no ?? payment.id,
              amount: 12.5,
              currency: "USDT",
              chain: "POLYGON",
              status: rail === "hosted" ? "success" : "paid",
            },
          })

          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          const { stablecoin_webhook_event: now, ...after } =
            await readLedger(store)
          expect(after).toEqual(before)
          const added = now.filter(
            ({ id }) => !known.some((webhook) => webhook.id === id)
          )
          // Only the digest is kept of another shop's order.
          expect(added).toMatchObject([
            order_no === undefined
              ? { status: "ignored", payment_id: payment.id, body }
              : {
                  status: "ignored",
                  payment_id: null,
                  body: null,
                  digest: createHash("sha256").update(body).digest("hex"),
                },
          ])
        }
      )

      it.each(RAILS)(
        "of a payment on %s without an order number opens an exception",
        async (rail) => {
          await openPayment(store, rail)
          const { stablecoin_exception: none, ...before } =
            await readLedger(store)
          expect(none).toEqual([])
          const body = JSON.stringify({
            event: PAID_EVENTS[rail],
            [ENVELOPE[rail]]: { amount: 12.5, currency: "USDT" },
          })

          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          const { stablecoin_exception: opened, ...after } =
            await readLedger(store)
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
        }
      )

      it("a webhook that names a payment of the other rail has no effect", async () => {
        const payment = await openPayment(store, "onchain")
        const before = await moneyOf(store, payment)
        const body = JSON.stringify({
          event: PAID_EVENTS.hosted,
          payload: {
            transaction_id: payment.id,
            order_no: payment.id,
            metadata: { payment_id: payment.id },
            amount: 12.5,
            currency: "USDT",
            status: "success",
            timestamp: new Date().toISOString(),
          },
          timestamp: 1,
        })

        expect((await postSigned(store, "hosted", body)).status).toBe(200)

        await settled(store)
        expect(await moneyOf(store, payment)).toEqual(before)
        expect(await openExceptions(store)).toEqual([])
      })
    })

    describe("a paid event that does not match its payment", () => {
      it.each(MISMATCHES)(
        "$what opens an exception and captures nothing",
        async ({ rails = RAILS, overrides, exception }) => {
          for (const rail of rails) {
            const payment = await openPayment(store, rail)
            const known = await openExceptions(store)
            const before = await moneyOf(store, payment)

            const body = paidWebhook(store, payment, overrides)
            expect((await postSigned(store, rail, body)).status).toBe(200)

            await settled(store)
            expect(await moneyOf(store, payment)).toEqual(before)
            expect(await openExceptions(store)).toEqual([...known, exception])
          }
        }
      )
    })

    it.each(UNEXPECTED_FIELDS)(
      "a paid event with $what is captured",
      async ({ rails, overrides }) => {
        for (const rail of rails) {
          const payment = await openPayment(store, rail)
          const body = paidWebhook(store, payment, overrides)
          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          expect(await readMedusaState(store, payment.cart)).toMatchObject({
            orders: [{ status: "pending" }],
            captures: [12.5],
          })
          expect(await readPayment(store, payment.id)).toMatchObject({
            status: "paid",
            paid_at: expect.any(Date),
          })
          expect(await openExceptions(store)).toEqual([])
        }
      }
    )

    describe("the same webhook", () => {
      it.each(
        RAILS.flatMap((rail) => [
          { rail, how: "twice, one after the other", times: 2, atOnce: false },
          { rail, how: "20 times at once", times: 20, atOnce: true },
        ])
      )(
        "$how on $rail is one webhook, one capture and one order",
        async ({ rail, times, atOnce }) => {
          const payment = await openPayment(store, rail)
          const known = (await readLedger(store)).stablecoin_webhook_event
            .length
          const body = paidWebhook(store, payment)
          const post = async (index: number) => {
            const path = WEBHOOK_PATHS[rail][index % 2 === 0 ? 0 : 1]
            const { status } = await postSigned(store, rail, body, { path })
            if (!atOnce) {
              await settled(store)
            }
            return status
          }

          const statuses: number[] = []
          if (atOnce) {
            const posts = Array.from({ length: times }, (_, index) =>
              post(index)
            )
            statuses.push(...(await Promise.all(posts)))
          } else {
            for (let index = 0; index < times; index++) {
              statuses.push(await post(index))
            }
          }

          expect(statuses).toEqual(Array(times).fill(200))
          await settled(store)
          expect(await readMedusaState(store, payment.cart)).toMatchObject({
            orders: [{ status: "pending" }],
            captures: [12.5],
          })
          const ledger = await readLedger(store)
          expect(ledger.stablecoin_webhook_event).toHaveLength(known + 1)
          expect(
            ledger.stablecoin_fact.filter(
              ({ status_after, status_before }) =>
                status_after === "paid" && status_before !== "paid"
            )
          ).toHaveLength(1)
          expect(ledger.stablecoin_exception).toEqual([])
        }
      )
    })
  },
})
