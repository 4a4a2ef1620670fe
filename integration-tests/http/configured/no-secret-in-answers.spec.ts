import { randomBytes } from "node:crypto"
import type { AdminSettingsResponse } from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { callRoute, requestsOf } from "../../setup/routes/every-request"
import { databaseOf, readLedger } from "../../setup/store/ledger"
import { findLeaks, type Watch, watchLeaks } from "../../setup/routes/leaks"
import { openPayment } from "../../setup/store/open-payment"
import { returnUrl } from "../../../tools/harness/gateway/return-url"
import { allRoutes } from "../../setup/routes/routes"
import { payAndSettle, settled } from "../../setup/store/settled"
import { writeRefundDue } from "../../setup/store/refund-due"
import { storeTest, type TestStore } from "../../setup/store/store"
import { visit } from "../../../tools/harness/shop/visit"
import {
  PAID_EVENTS,
  paidWebhook,
  postSigned,
} from "../../../tools/harness/gateway/webhooks"

const secret = (of: string) => `${of}/+Ü-${randomBytes(6).toString("hex")}`

const HOSTED = { clientId: "test_shop", clientSecret: secret("test_hosted") }
const ONCHAIN = {
  clientId: "test_shop",
  clientSecret: secret("test_onchain"),
  webhookSecret: secret("whsec_onchain"),
}
/** Entered in the admin, where the config has no account. */
const TYPED = secret("whsec_typed")
/** Entered in the admin and rejected: never stored. */
const REFUSED = secret("whsec_refused")
/** In the URL of an endpoint. */
const RPC_KEY = randomBytes(12).toString("hex")
const KEY = randomBytes(32).toString("base64")
const JWT = secret("jwt")

storeTest({
  sandbox: { seedSecrets: { hosted: HOSTED, onchain: ONCHAIN } },
  env: {
    STABLECOIN_ENCRYPTION_KEYS: KEY,
    STABLECOIN_ONCHAIN_CLIENT_ID: "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
    JWT_SECRET: JWT,
    STABLECOIN_RPC_URLS_ETH: `http://127.0.0.1:9/${RPC_KEY}`,
  },
  tests: (store) => {
    const admin = Admin.enrolled(store)

    it("no route of the plugin returns or logs a secret", async () => {
      const watch = watchLeaks(store)
      const known = [
        HOSTED.clientSecret,
        ONCHAIN.clientSecret,
        ONCHAIN.webhookSecret,
        TYPED,
        RPC_KEY,
        REFUSED,
        KEY,
        JWT,
        String(process.env.DATABASE_URL),
      ]
      const routes = allRoutes()
      const answered: Record<string, Set<number>> = {}
      try {
        await typeSecrets(admin)
        const ids = await fillLedger(store)
        for (const route of routes) {
          const name = `${route.method} ${route.path}`
          answered[name] = new Set()
          for (const { path, body } of requestsOf(route, ids, REFUSED)) {
            const { status } = await callRoute(store, admin, route, path, body)
            answered[name].add(status)
          }
        }
        await settled(store)
      } finally {
        watch.stop()
      }
      // Each route must have accepted some input; otherwise its responses prove
      // nothing.
      const rejected = Object.entries(answered).flatMap(([name, statuses]) =>
        [...statuses].some((status) => status < 400 || status === 409)
          ? []
          : [`${name}: ${[...statuses].join(", ")}`]
      )
      expect(rejected).toEqual(SIGNED)
      const { urls } = store.sandbox
      const gateways: string[] = [urls.merchant, urls.business]
      // The admin's own token, which the login returns, is not the plugin's.
      const tokens = watch.tokens.flatMap(({ origin, token }) =>
        gateways.includes(origin) ? [token] : []
      )
      expect(tokens.length).toBeGreaterThan(1)
      const stored = await storedSecrets(store)
      const { stablecoin_payment, stablecoin_account } = await readLedger(store)
      const returnTokens = stablecoin_payment.map((row) =>
        String(row.return_token)
      )
      const secrets = [...known, ...tokens, ...stored, ...returnTokens]
      expect(leaks(watch, secrets)).toEqual([])
      expect(stablecoin_account).toHaveLength(2)
    })
  },
})

/**
 * Routes that need the gateway's signature. They were called correctly signed
 * before.
 */
const SIGNED = [
  "POST /hooks/stablecoin/hosted: 400, 401",
  "POST /hooks/stablecoin/onchain: 400, 401",
].map((line): unknown => expect.stringContaining(line.split(":")[0]!))

/** Enters the account that the config lacks. */
async function typeSecrets(admin: Admin): Promise<void> {
  expect(
    await admin.saveSettings<AdminSettingsResponse>({
      onchain: {
        client_id: ONCHAIN.clientId,
        client_secret: ONCHAIN.clientSecret,
        webhook_secrets: { add: [ONCHAIN.webhookSecret, TYPED] },
      },
    })
  ).toMatchObject({
    status: 200,
    body: { settings: { onchain: { ready: true } } },
  })
}

/** Creates data for each route to show. @returns ids by the name of its list */
async function fillLedger(store: TestStore) {
  const paid = await openPayment(store, "onchain")
  await payAndSettle(store, paid.id)
  await visit(returnUrl(store.sandbox, paid.id, "success"))
  const open = await openPayment(store, "hosted")
  await postSigned(store, "hosted", paidWebhook(store, open, { amount: 0.5 }))
  await settled(store)
  await writeRefundDue(store, paid.id, "a broken cup")
  const { stablecoin_payment, ...ledger } = await readLedger(store)
  const ids = (rows: Record<string, unknown>[]) =>
    rows.map(({ id }) => String(id))
  const event = PAID_EVENTS.onchain
  return {
    carts: [open.cart.id],
    payments: ids(stablecoin_payment),
    webhooks: ids(
      ledger.stablecoin_webhook_event.filter((row) => row.event === event)
    ),
    deposits: ids(ledger.stablecoin_deposit),
    exceptions: ids(ledger.stablecoin_exception),
    refunds: ids(ledger.stablecoin_refund),
    orders: stablecoin_payment.flatMap(({ order_id }) =>
      order_id ? [String(order_id)] : []
    ),
    return: ids(stablecoin_payment),
    session: [paid.session.id],
    // The names that `settings/:action` takes.
    settings: ["test"],
  }
}

/** Stored secrets, which must not leave the store even as ciphertext. */
async function storedSecrets(store: TestStore): Promise<string[]> {
  const { stablecoin_account, stablecoin_setting } = await readLedger(store)
  const hashes: string[] = await databaseOf(store)("provider_identity")
    .select("provider_metadata")
    .then((rows: { provider_metadata: { password?: string } | null }[]) =>
      rows.flatMap(({ provider_metadata }) => provider_metadata?.password ?? [])
    )
  return [...stablecoin_account, ...stablecoin_setting]
    .flatMap(({ secrets, value }) => textsIn(secrets ?? value))
    .filter((text) => text.length > 40)
    .concat(hashes)
}

function textsIn(value: unknown): string[] {
  return typeof value === "string"
    ? [value]
    : Object.values((value ?? {}) as object).flatMap(textsIn)
}

function leaks(watch: Watch, secrets: string[]) {
  const places = { answers: watch.answers(), output: watch.output() }
  expect(places.answers).toContain('"payments":[')
  return findLeaks(places, secrets)
}
