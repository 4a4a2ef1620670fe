import { gzipSync } from "node:zlib"
import { RAILS } from "../../src/ledger"
import { storeTest } from "../setup/store/store"
import { beginWebhook } from "../setup/gateway/webhook-pieces"
import {
  paidWebhook,
  postRaw,
  postSigned,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../../tools/harness/gateway/webhooks"
import type { TestStore, OpenPayment } from "../setup/store/test-store"
import { ORDERED } from "../setup/store/store-records"

const LIMIT = 64 * 1024
const ROUTES = RAILS.flatMap((rail) =>
  WEBHOOK_PATHS[rail].map((path) => ({ rail, path }))
)

/** The gateway's address and Medusa's own. Both rails take the same path. */
const PATHS = WEBHOOK_PATHS.onchain.slice(0, 2)
const RAIL = "onchain"

/** Bodies that are not webhooks, even when correctly signed. */
const NO_WEBHOOKS: {
  what: string
  body: string
  contentType?: string
  message: RegExp
}[] = [
  { what: "no bytes", body: "", message: /empty/ },
  { what: "text that is not JSON", body: "paid, trust me", message: /JSON/ },
  {
    what: "a form",
    body: "event=payment.success&payload[amount]=12.5",
    contentType: "application/x-www-form-urlencoded",
    message: /not JSON/,
  },
  {
    what: "a zero byte",
    body: '{"event":"payment.success","payload":{"a":"\\u0000"},"data":{"a":"\\u0000"}}',
    message: /NUL/,
  },
]

/** Trailing blanks change the length of a JSON text and nothing else. */
const padded = (body: string, bytes: number) =>
  body + " ".repeat(bytes - Buffer.byteLength(body))

/** Expects that the webhook was accepted and placed the order. */
async function expectAcceptedOrder(
  store: TestStore,
  payment: OpenPayment,
  answer: { status: number; body: unknown }
): Promise<void> {
  expect(answer).toEqual({ status: 200, body: { received: true } })
  await store.settled()
  expect(await store.readMedusaState(payment.cart)).toMatchObject(ORDERED)
}

storeTest((store) => {
  it("a paid event without a signature, or with one of another secret, is answered 401 on every route, and changes nothing", async () => {
    const payments = {
      hosted: await store.openPayment("hosted"),
      onchain: await store.openPayment("onchain"),
    }
    const before = await store.readLedger()
    for (const { rail, path } of ROUTES) {
      const header = SIGNATURE_HEADERS[rail]
      const body = paidWebhook(store, payments[rail])
      const other = rail === "hosted" ? "onchain" : "hosted"
      const { clientSecret } = store.sandbox.credentials.onchain
      for (const signature of [
        undefined,
        sign(body.replace("12.5", "11.5"), webhookSecret(store, rail)),
        sign(body, webhookSecret(store, other)),
        sign(body, clientSecret),
        sign(body, ""),
      ]) {
        const answer = await postRaw(
          store,
          path,
          body,
          signature === undefined ? {} : { [header]: signature }
        )
        expect({ path, ...answer }).toEqual({
          path,
          status: 401,
          body: {
            type: "unauthorized",
            message: expect.stringMatching(new RegExp(header, "i")),
          },
        })
      }
    }
    await store.settled()
    expect(await store.readLedger()).toEqual(before)
  })

  it.each(ROUTES)(
    "a paid $rail event is captured by $path",
    async ({ rail, path }) => {
      const payment = await store.openPayment(rail)
      const body = paidWebhook(store, payment)
      const answer = await postSigned(store, rail, body, { path })
      await expectAcceptedOrder(store, payment, answer)
    }
  )

  it("a correctly signed body that is not a webhook is answered 400 on every route and leaves nothing", async () => {
    const before = await store.readLedger()
    for (const { what, body, contentType, message } of NO_WEBHOOKS) {
      for (const { rail, path } of ROUTES) {
        const options = { path, contentType }
        const answer = await postSigned(store, rail, body, options)
        expect({ what, path, ...answer }).toMatchObject({
          what,
          path,
          status: 400,
          body: { message: expect.stringMatching(message) },
        })
      }
    }
    expect(await store.readLedger()).toEqual(before)
  })

  it.each(PATHS)(
    "nothing is left of a paid event that %s can't take, and it is captured at 64 KiB, in pieces",
    async (path) => {
      const payment = await store.openPayment(RAIL)
      const before = await store.readLedger()
      const event = paidWebhook(store, payment)
      const largest = padded(event, LIMIT)
      const tooLarge = padded(event, LIMIT + 1)
      const db = store.db

      const refused: [answer: unknown, status: number, message: RegExp][] = [
        [await postSigned(store, RAIL, tooLarge, { path }), 413, /too large/],
        [await postRaw(store, path, tooLarge), 413, /too large/],
        [
          await postRaw(store, path, gzipSync(event), {
            "content-encoding": "gzip",
            [SIGNATURE_HEADERS[RAIL]]: sign(event, webhookSecret(store, RAIL)),
          }),
          415,
          /compressed/,
        ],
      ]
      const cut = await beginWebhook(store, RAIL, path, event)
      cut.request.write(event.slice(0, 20))
      cut.request.destroy()
      await expect(cut.answer).rejects.toThrow()
      await db.schema.renameTable("stablecoin_webhook_event", "out_of_reach")
      try {
        const answer = await postSigned(store, RAIL, event, { path })
        refused.push([answer, 503, /Send it again/])
      } finally {
        await db.schema.renameTable("out_of_reach", "stablecoin_webhook_event")
      }

      for (const [answer, status, message] of refused) {
        expect(answer).toMatchObject({
          status,
          body: { message: expect.stringMatching(message) },
        })
      }
      await store.settled()
      expect(await store.readLedger()).toEqual(before)

      const whole = await beginWebhook(store, RAIL, path, largest)
      for (const at of [0, 20, 40]) {
        whole.request.write(largest.slice(at, at + 20))
        await new Promise(setImmediate)
      }
      whole.request.end(largest.slice(60))
      await expectAcceptedOrder(store, payment, await whole.answer)
    }
  )

  it("a sender that continues after a 413 is cut off", async () => {
    const piece = " ".repeat(LIMIT)
    const [path] = WEBHOOK_PATHS.hosted
    const endless = await beginWebhook(store, "hosted", path, piece.repeat(64))
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
})
