import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../../tools/harness/store/seed"
import { type Rail, RAILS } from "../../../src/ledger"
import { endGrace } from "../../setup/store/end-grace"
import { later } from "../../setup/store/later"
import { databaseOf } from "../../setup/store/ledger"
import { findLeaks, type Watch, watchLeaks } from "../../setup/routes/leaks"
import { openPayment } from "../../setup/store/open-payment"
import { returnUrl } from "../../../tools/harness/gateway/return-url"
import { payAndSettle, settled } from "../../setup/store/settled"
import { storeTest, type TestStore } from "../../setup/store/store"
import { visit } from "../../../tools/harness/shop/visit"
import { waitFor } from "../../../tools/harness/wait-for"
import {
  paidWebhook,
  postRaw,
  postSigned,
  WEBHOOK_PATHS,
} from "../../../tools/harness/gateway/webhooks"
import { medusaPaymentId } from "../../setup/store/medusa-payment"

const HOSTED = {
  clientId: "test_shop",
  clientSecret: "test_secret/hosted+Ü-7f3a9c",
}
const ONCHAIN = {
  clientId: "test_shop",
  clientSecret: "test_secret/onchain+Ü-51bd08",
  webhookSecret: "whsec_onchain_c41e77",
}
const PREDECESSOR = "whsec_predecessor_88a2f0"
const ENCRYPTION_KEY = Buffer.alloc(32, "k3y").toString("base64")
const SECRETS = [
  HOSTED.clientSecret,
  ONCHAIN.clientSecret,
  ONCHAIN.webhookSecret,
  PREDECESSOR,
  ENCRYPTION_KEY,
]

/** Makes the gateway reject the next creation and repeat its request. */
function rejectWithEcho(
  store: TestStore,
  { tokens }: Watch,
  { rail, status }: { rail: Rail; status: number }
): void {
  const { urls, credentials } = store.sandbox
  const origin = rail === "hosted" ? urls.merchant : urls.business
  const sent = tokens.findLast((each) => each.origin === origin)
  if (!sent) {
    throw new Error(`No token was seen on its way to ${origin}.`)
  }
  const echoed = `${credentials[rail].clientSecret} with ${sent.token}`
  store.sandbox.fault({
    api: rail === "hosted" ? "merchant" : "business",
    endpoint: "create",
    kind: "status",
    status,
    body: {
      status: "error",
      message: `Refused: ${echoed}`,
      errors: { client_secret: [echoed], [echoed]: ["Unknown."] },
    },
  })
}

const SCENARIOS: [
  what: string,
  act: (store: TestStore, watch: Watch) => Promise<void>,
][] = [
  [
    "a purchase on both rails, with the buyer's return and a refund",
    async (store) => {
      for (const rail of RAILS) {
        const payment = await openPayment(store, rail)
        await visit(returnUrl(store.sandbox, payment.id, "cancel"))
        await store.shopper.complete(payment.cart)
        await payAndSettle(store, payment.id)
        await store.shopper.call("GET", `/store/carts/${payment.cart.id}`)
        await store.container.resolve(Modules.PAYMENT).refundPayment({
          payment_id: await medusaPaymentId(store, payment),
          amount: 1,
          created_by: "admin",
        })
      }
    },
  ],
  [
    "payments that fail, are cancelled, or whose cart changes",
    async (store) => {
      const hosted = await openPayment(store, "hosted")
      await store.sandbox.fail({ orderNo: hosted.id })
      const onchain = await openPayment(store, "onchain")
      await store.sandbox.cancel({ orderNo: onchain.id })
      const changed = await openPayment(store, "onchain")
      await store.shopper.call(
        "POST",
        `/store/carts/${changed.cart.id}/line-items`,
        { variant_id: store.seeded.variant_id, quantity: 1 }
      )
      await later(store)
      await endGrace(store)
      await later(store)
      await waitFor("the order of the changed cart to be cancelled", async () =>
        store.sandbox
          .orders()
          .some(
            ({ orderNo, status }) =>
              orderNo === changed.id && status === "cancelled"
          )
      )
      await settled(store)
    },
  ],
  [
    "webhooks that are forged, unreadable, foreign, or differ",
    async (store) => {
      for (const rail of RAILS) {
        const payment = await openPayment(store, rail)
        for (const path of WEBHOOK_PATHS[rail]) {
          const body = paidWebhook(store, payment, { amount: 12.49 })
          await postRaw(store, path, body)
          await postRaw(store, path, body, {
            "x-webhook-signature": "0".repeat(64),
            "x-business-signature": "0".repeat(64),
          })
          await postSigned(store, rail, body, { path })
          await postSigned(store, rail, "[]", { path })
          await postSigned(store, rail, "not json", { path })
          await postSigned(store, rail, "a".repeat(70_000), { path })
        }
      }
      await settled(store)
    },
  ],
  [
    "a ledger that can't be written",
    async (store, watch) => {
      const payment = await openPayment(store, "hosted")
      const body = paidWebhook(store, payment)
      const db = databaseOf(store)
      await db.schema.renameTable("stablecoin_webhook_event", "out_of_reach")
      const { status } = await postSigned(store, "hosted", body)
      await db.schema.renameTable("out_of_reach", "stablecoin_webhook_event")
      expect(status).toBe(503)
      // Proves that the watch sees log output; otherwise the rest proves
      // nothing.
      expect(watch.output()).toMatch(/webhook could not be stored/)
    },
  ],
  [
    "a gateway that repeats secrets and tokens in its refusals",
    async (store, watch) => {
      // Both rails have a token from here on.
      await openPayment(store, "hosted")
      await openPayment(store, "onchain")
      for (const rail of RAILS) {
        const cart = await store.shopper.fillCart()
        for (const status of [422, 429, 500, 404, 200]) {
          rejectWithEcho(store, watch, { rail, status })
          const answer = await store.shopper.tryStartSession(
            cart,
            PROVIDERS[rail]
          )
          expect(answer.status).toBeGreaterThanOrEqual(400)
        }
      }
    },
  ],
]

storeTest({
  sandbox: { seedSecrets: { hosted: HOSTED, onchain: ONCHAIN } },
  env: {
    STABLECOIN_ENCRYPTION_KEYS: ENCRYPTION_KEY,
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: [
      ONCHAIN.webhookSecret,
      PREDECESSOR,
    ].join(","),
  },
  tests: (store) => {
    it.each(SCENARIOS)(
      "no secret is in an answer, a row or the log after %s",
      async (_, act) => {
        const watch = watchLeaks(store)
        try {
          await act(store, watch)
        } finally {
          watch.stop()
        }

        const places = await watch.places()
        expect(places.answers).not.toBe("")
        const tokens = watch.tokens.map(({ token }) => token)
        expect(findLeaks(places, [...SECRETS, ...tokens])).toEqual([])
      }
    )
  },
})
