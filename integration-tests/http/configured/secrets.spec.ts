import { randomBytes } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import type { AdminSettingsResponse } from "../../../src/http-types"
import { type Rail, RAILS } from "../../../src/ledger"
import { returnUrl } from "../../../tools/harness/gateway/return-url"
import {
  PAID_EVENTS,
  paidWebhook,
  postRaw,
  postSigned,
  WEBHOOK_PATHS,
} from "../../../tools/harness/gateway/webhooks"
import { visit } from "../../../tools/harness/shop/visit"
import { waitFor } from "../../../tools/harness/wait-for"
import { Admin } from "../../setup/admin/admin"
import { callRoute, requestsOf } from "../../setup/routes/every-request"
import { findLeaks, type Watch, watchLeaks } from "../../setup/routes/leaks"
import { allRoutes } from "../../setup/routes/routes"
import { writeRefundDue } from "../../setup/store/refund-due"
import { storeTest } from "../../setup/store/store"
import type { TestStore } from "../../setup/store/test-store"

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
const SECRETS = [
  HOSTED.clientSecret,
  ONCHAIN.clientSecret,
  ONCHAIN.webhookSecret,
  TYPED,
  REFUSED,
  RPC_KEY,
  KEY,
  JWT,
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
        const payment = await store.openPayment(rail)
        await visit(returnUrl(store.sandbox, payment.id, "cancel"))
        await store.shopper.complete(payment.cart)
        await store.pay(payment.id)
        await store.shopper.call("GET", `/store/carts/${payment.cart.id}`)
        await store.container.resolve(Modules.PAYMENT).refundPayment({
          payment_id: await store.medusaPaymentId(payment),
          amount: 1,
          created_by: "admin",
        })
      }
    },
  ],
  [
    "payments that fail, are cancelled, or whose cart changes",
    async (store) => {
      const hosted = await store.openPayment("hosted")
      await store.sandbox.fail({ orderNo: hosted.id })
      const onchain = await store.openPayment("onchain")
      await store.sandbox.cancel({ orderNo: onchain.id })
      const changed = await store.openPayment("onchain")
      await store.setQuantity(changed.cart.id, 2)
      await store.later()
      await store.endGrace()
      await store.later()
      await waitFor("the order of the changed cart to be cancelled", async () =>
        store.sandbox
          .orders()
          .some(
            ({ orderNo, status }) =>
              orderNo === changed.id && status === "cancelled"
          )
      )
      await store.settled()
    },
  ],
  [
    "webhooks that are forged, unreadable, foreign, or differ",
    async (store) => {
      for (const rail of RAILS) {
        const payment = await store.openPayment(rail)
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
      await store.settled()
    },
  ],
  [
    "a ledger that can't be written",
    async (store, watch) => {
      const payment = await store.openPayment("hosted")
      const body = paidWebhook(store, payment)
      const db = store.db
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
    "an admin's changes that are refused",
    async (store) => {
      const admin = new Admin(store)
      store.sandbox.fault({
        endpoint: "verify",
        kind: "status",
        status: 401,
        times: 9,
        body: { status: false, message: `Refused: ${REFUSED}` },
      })
      for (const [status, change] of [
        [409, { client_secret: REFUSED }],
        [400, { client_secret: [REFUSED] }],
        [400, { client_secret: REFUSED.repeat(40) }],
        [400, { client_secret: REFUSED, base_url: REFUSED }],
        [400, { webhook_secrets: { add: [REFUSED, 4711] } }],
      ] as const) {
        const answer = await admin.saveSettings({ onchain: change })
        expect([change, answer.status]).toEqual([change, status])
      }
    },
  ],
  [
    "a gateway that repeats secrets and tokens in its refusals",
    async (store, watch) => {
      // Both rails have a token from here on.
      await store.openPayment("hosted")
      await store.openPayment("onchain")
      for (const rail of RAILS) {
        const cart = await store.shopper.fillCart()
        for (const status of [422, 429, 500, 404, 200]) {
          rejectWithEcho(store, watch, { rail, status })
          const answer = await store.tryStartSession(cart, rail)
          expect(answer.status).toBeGreaterThanOrEqual(400)
        }
      }
    },
  ],
]

const OPTIONS = {
  sandbox: { seedSecrets: { hosted: HOSTED, onchain: ONCHAIN } },
  env: {
    STABLECOIN_ENCRYPTION_KEYS: KEY,
    STABLECOIN_ONCHAIN_CLIENT_ID: "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
    JWT_SECRET: JWT,
    STABLECOIN_RPC_URLS_ETH: `http://127.0.0.1:9/${RPC_KEY}`,
  },
}

storeTest((store) => {
  const admin = Admin.enrolled(store)

  it.each(SCENARIOS)(
    "no secret is in an answer, a row or the log after %s",
    async (_, act) => {
      const watch = watchLeaks(store)
      try {
        await typeSecrets(admin)
        await act(store, watch)
      } finally {
        watch.stop()
      }

      const places = await watch.places()
      expect(places.answers).not.toBe("")
      expect(
        findLeaks(places, [...SECRETS, ...tokensOf(store, watch)])
      ).toEqual([])
    }
  )

  it("no route of the plugin returns or logs a secret", async () => {
    const watch = watchLeaks(store)
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
      await store.settled()
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
    const tokens = tokensOf(store, watch)
    expect(tokens.length).toBeGreaterThan(1)
    const stored = await storedSecrets(store)
    const { stablecoin_payment, stablecoin_account } = await store.readLedger()
    const returnTokens = stablecoin_payment.map((row) =>
      String(row.return_token)
    )
    const places = { answers: watch.answers(), output: watch.output() }
    expect(places.answers).toContain('"payments":[')
    const secrets = [...SECRETS, String(process.env.DATABASE_URL)]
    secrets.push(...tokens, ...stored, ...returnTokens)
    expect(findLeaks(places, secrets)).toEqual([])
    expect(stablecoin_account).toHaveLength(2)
  })
}, OPTIONS)

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
  const paid = await store.buy("onchain")
  await visit(returnUrl(store.sandbox, paid.id, "success"))
  const open = await store.openPayment("hosted")
  await store.report(open, { amount: 0.5 })
  await writeRefundDue(store, paid.id, "a broken cup")
  const { stablecoin_payment, ...ledger } = await store.readLedger()
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
  const { stablecoin_account, stablecoin_setting } = await store.readLedger()
  const hashes: string[] = await store
    .db("provider_identity")
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

/** Without the admin's own, which the login returns. */
function tokensOf({ sandbox }: TestStore, { tokens }: Watch): string[] {
  const gateways: string[] = [sandbox.urls.merchant, sandbox.urls.business]
  return tokens.flatMap(({ origin, token }) =>
    gateways.includes(origin) ? [token] : []
  )
}
