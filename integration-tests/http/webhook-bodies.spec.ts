import { gzipSync } from "node:zlib"
import { RAILS } from "../../src/ledger"
import { NO_WEBHOOKS } from "../setup/gateway/bad-webhooks"
import { readMedusaState } from "../setup/store/medusa-state"
import { databaseOf, readLedger } from "../setup/store/ledger"
import { openPayment, type OpenPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import { beginWebhook } from "../setup/gateway/webhook-pieces"
import {
  paidWebhook,
  postRaw,
  postSigned,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../../harness/gateway/webhooks"

const LIMIT = 64 * 1024
const ROUTES = RAILS.flatMap((rail) =>
  WEBHOOK_PATHS[rail].map((path) => ({ rail, path }))
)

/** Trailing blanks change the length of a JSON text and nothing else. */
const padded = (body: string, bytes: number) =>
  body + " ".repeat(bytes - Buffer.byteLength(body))

async function pays(store: TestStore, payment: OpenPayment): Promise<void> {
  const answer = await postSigned(
    store,
    payment.rail,
    paidWebhook(store, payment)
  )
  await expectAcceptedOrder(store, payment, answer)
}

/** Expects that the webhook was accepted and placed the order. */
async function expectAcceptedOrder(
  store: TestStore,
  payment: OpenPayment,
  answer: { status: number; body: unknown }
): Promise<void> {
  expect(answer).toEqual({ status: 200, body: { received: true } })
  await settled(store)
  expect(await readMedusaState(store, payment.cart)).toMatchObject({
    orders: [{ status: "pending" }],
    captures: [12.5],
  })
}

storeTest({
  tests: (store) => {
    describe("a correctly signed body that is not a webhook", () => {
      it.each(NO_WEBHOOKS)(
        "of $what is answered 400 on every route and leaves nothing",
        async ({ body, contentType, message }) => {
          const before = await readLedger(store)
          for (const { rail, path } of ROUTES) {
            const answer = await postSigned(store, rail, body, {
              path,
              contentType,
            })
            expect({ path, ...answer }).toMatchObject({
              path,
              status: 400,
              body: { message: expect.stringMatching(message) },
            })
          }
          expect(await readLedger(store)).toEqual(before)
        }
      )

      it.each(ROUTES)(
        "of 64 KiB and one byte is answered 413 by $path, signed or not, and leaves nothing",
        async ({ rail, path }) => {
          const payment = await openPayment(store, rail)
          const before = await readLedger(store)
          const body = padded(paidWebhook(store, payment), LIMIT + 1)

          const answers = [
            await postSigned(store, rail, body, { path }),
            await postRaw(store, path, body),
          ]

          for (const answer of answers) {
            expect(answer).toMatchObject({
              status: 413,
              body: { message: expect.stringMatching(/too large/) },
            })
          }
          await settled(store)
          expect(await readLedger(store)).toEqual(before)
        }
      )
    })

    it.each(ROUTES)(
      "a compressed paid event is answered 415 by $path, and captured when resent uncompressed",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const body = paidWebhook(store, payment)
        const before = await readLedger(store)

        const answer = await postRaw(store, path, gzipSync(body), {
          "content-encoding": "gzip",
          [SIGNATURE_HEADERS[rail]]: sign(body, webhookSecret(store, rail)),
        })

        expect(answer).toMatchObject({
          status: 415,
          body: { message: expect.stringMatching(/compressed/) },
        })
        await settled(store)
        expect(await readLedger(store)).toEqual(before)
        await pays(store, payment)
      }
    )

    it.each(ROUTES)(
      "a paid event sent to $path in pieces is captured, and a truncated one leaves nothing",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const body = paidWebhook(store, payment)
        const before = await readLedger(store)

        const cut = await beginWebhook(store, rail, path, body)
        cut.request.write(body.slice(0, 20))
        cut.request.destroy()
        await expect(cut.answer).rejects.toThrow()
        await settled(store)
        expect(await readLedger(store)).toEqual(before)

        const whole = await beginWebhook(store, rail, path, body)
        for (const at of [0, 20, 40]) {
          whole.request.write(body.slice(at, at + 20))
          await new Promise(setImmediate)
        }
        whole.request.end(body.slice(60))
        await expectAcceptedOrder(store, payment, await whole.answer)
      }
    )

    it("a sender that continues after a 413 is cut off", async () => {
      const piece = " ".repeat(LIMIT)
      const [path] = WEBHOOK_PATHS.hosted
      const endless = await beginWebhook(
        store,
        "hosted",
        path,
        piece.repeat(64)
      )
      endless.request.on("error", () => {})
      const isCutOff = new Promise((resolve) =>
        endless.request.once("close", resolve)
      )
      endless.request.write(piece.repeat(2))
      expect(await endless.answer).toMatchObject({ status: 413 })
      for (let sent = 2; sent < 32; sent++) {
        endless.request.write(piece)
      }
      await isCutOff
    })

    it.each(ROUTES)(
      "a paid event of exactly 64 KiB is captured by $path",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const body = padded(paidWebhook(store, payment), LIMIT)

        const answer = await postSigned(store, rail, body, { path })
        await expectAcceptedOrder(store, payment, answer)
      }
    )

    it.each(ROUTES)(
      "a webhook that can't be stored is answered 503 by $path, and captured when resent",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const before = await readLedger(store)
        const body = paidWebhook(store, payment)
        const db = databaseOf(store)

        await db.schema.renameTable("stablecoin_webhook_event", "out_of_reach")
        try {
          expect(await postSigned(store, rail, body, { path })).toEqual({
            status: 503,
            body: {
              type: "unavailable",
              message: expect.stringMatching(/Send it again/),
            },
          })
        } finally {
          await db.schema.renameTable(
            "out_of_reach",
            "stablecoin_webhook_event"
          )
        }
        await settled(store)
        expect(await readLedger(store)).toEqual(before)

        await pays(store, payment)
      }
    )
  },
})
