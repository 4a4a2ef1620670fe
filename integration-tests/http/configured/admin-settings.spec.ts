import { randomBytes } from "node:crypto"
import { PROVIDERS } from "../../../tools/harness/store/seed"
import type { Answer } from "../../../tools/harness/shop/request"
import type {
  AdminConnectionTest,
  AdminCurrenciesResponse,
  AdminFieldErrors,
  AdminSettingsChange,
  AdminSettingsConflict,
  AdminSettingsResponse,
  SettingsWarning,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { findLeaks, watchLeaks } from "../../setup/routes/leaks"
import { readMedusaState, UNTOUCHED } from "../../setup/store/medusa-state"
import { openExceptions } from "../../setup/store/ledger"
import { openPayment } from "../../setup/store/open-payment"
import { payAndSettle, settled } from "../../setup/store/settled"
import { storeTest } from "../../setup/store/store"
import {
  postRaw,
  sign,
  SIGNATURE_HEADERS,
} from "../../../tools/harness/gateway/webhooks"

const PATH = "/admin/stablecoin/settings"
const KEY = randomBytes(32).toString("base64")

type Settings = AdminSettingsResponse["settings"]
/** Any response of a POST. */
type Saved = Partial<AdminSettingsResponse & AdminFieldErrors> &
  Partial<Pick<AdminSettingsConflict, "code" | "rail" | "test">>

storeTest({
  // Only the addresses come from the config, since an admin may not enter
  // private ones.
  env: {
    ADMIN_CORS: "http://localhost:9000,/\\.back-office\\.example$/",
    STABLECOIN_ENCRYPTION_KEYS: KEY,
    STABLECOIN_HOSTED_CLIENT_ID: "",
    STABLECOIN_HOSTED_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_CLIENT_ID: "",
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
    STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
  },
  tests: (store) => {
    const admin = Admin.enrolled(store)

    const read = async (): Promise<Settings> => {
      const body = await admin.get<AdminSettingsResponse>(PATH)
      return body.settings
    }
    const post = async (change: object): Promise<Answer<Saved>> =>
      await admin.saveSettings<Saved>(change)
    const save = async (
      change: AdminSettingsChange & { version?: string }
    ): Promise<Settings> => {
      const { status, body } = await post(change)
      expect({ status, errors: body.errors, test: body.test }).toEqual({
        status: 200,
      })
      return body.settings!
    }
    /** The sandbox's credentials, as an admin enters them. */
    const typed = ({ hosted, onchain } = store.sandbox.credentials) => ({
      hosted: {
        client_id: hosted.clientId,
        client_secret: hosted.clientSecret,
      },
      onchain: {
        client_id: onchain.clientId,
        client_secret: onchain.clientSecret,
        webhook_secrets: { add: [onchain.webhookSecret] },
      },
    })

    it("lists the missing settings of a new store, and those that come from the config", async () => {
      const settings = await read()
      expect(settings).toMatchObject({
        version: "0",
        encryption: { ready: true },
        general: {
          backend_url: { value: store.url, source: "config" },
          currencies: { value: { usd: ["USDT", "USDC"] }, source: "default" },
          storefront_urls: {
            value: ["http://localhost:8000"],
            source: "default",
          },
          item_name: { value: "Order", source: "default" },
          success_url: { value: null, source: "none" },
        },
        hosted: {
          base_url: { value: store.sandbox.urls.merchant, source: "config" },
          client_secret: { set: false, last4: null, source: "none" },
          mode: null,
          ready: false,
          problems: [
            expect.stringContaining(
              "hosted.clientId is missing: set it in the admin"
            ),
            expect.stringContaining("hosted.clientSecret is missing"),
          ],
        },
        onchain: {
          chains: { source: "default" },
          default_chain: { value: "POLYGON", source: "default" },
          webhook_secrets: [],
        },
        webhooks: [
          { rail: "hosted", url: `${store.url}/hooks/stablecoin/hosted` },
          { rail: "onchain", url: `${store.url}/hooks/stablecoin/onchain` },
        ],
      })
      const cart = await store.shopper.fillCart()
      const { status, body } = await store.shopper.tryStartSession(
        cart,
        PROVIDERS.hosted
      )
      expect(status).toBe(400)
      expect(body.message).toMatch(/are not configured.*in the admin/)
    })

    it("an admin sets it up, and the next buyer pays without a restart or a config file", async () => {
      const settings = await save({
        ...typed(),
        general: { currencies: { usd: ["USDC"] }, item_name: "Shoes" },
      })
      expect(settings).toMatchObject({
        hosted: { ready: true, mode: "test", problems: [] },
        onchain: { ready: true, mode: "test", problems: [] },
      })
      await save({ onchain: { chains: ["BASE", "BSC"] } })

      const hosted = await openPayment(store, "hosted")
      const onchain = await openPayment(store, "onchain")
      expect(hosted.session.data).toMatchObject({ currency: "USDC" })
      expect(onchain.session.data).toMatchObject({ chain: "BASE" })
      expect(store.sandbox.transactions()).toMatchObject([
        { itemName: "Shoes" },
      ])
      const cart = await store.shopper.fillCart()
      const refused = await store.shopper.tryStartSession(
        cart,
        PROVIDERS.onchain,
        { chain: "ETH" }
      )
      expect(refused).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining(
            "Offered here: USDC on Base, USDC on BNB Smart Chain"
          ),
        },
      })
      for (const { id } of [hosted, onchain]) {
        await store.sandbox.pay({ orderNo: id })
      }
      await settled(store)
      for (const { cart } of [hosted, onchain]) {
        expect(await store.shopper.complete(cart)).toMatchObject({
          status: 200,
          body: { type: "order" },
        })
      }
    })

    it("a rotated hosted secret loses no webhook, and the old one is removed manually", async () => {
      await save(typed())
      const before = store.sandbox.credentials.hosted.clientSecret
      const { hosted } = store.sandbox.rotateSecret("hosted")
      const settings = await save({
        hosted: { client_secret: hosted.clientSecret },
      })
      expect(settings.hosted.webhook_secrets).toEqual([
        {
          id: expect.any(String),
          last4: before.slice(-4),
          source: "admin",
          created_at: expect.any(String),
          account: {
            base_url: store.sandbox.urls.merchant,
            client_id: hosted.clientId,
          },
          current: false,
          replaced_at: expect.any(String),
        },
      ])
      const body = '{"event":"transaction.created","payload":{}}'
      const deliver = async (secret: string) =>
        (
          await postRaw(store, "/hooks/stablecoin/hosted", body, {
            [SIGNATURE_HEADERS.hosted]: sign(body, secret),
          })
        ).status
      expect(await deliver(before)).toBe(200)
      const remove = settings.hosted.webhook_secrets.map(({ id }) => String(id))
      await save({ hosted: { webhook_secrets: { remove } } })
      expect(await deliver(before)).toBe(401)
      expect(await deliver(hosted.clientSecret)).toBe(200)
    })

    describe("rejects a change, and saves none of it:", () => {
      it.each<[why: string, change: object, path: string]>([
        ["unknown fields", { general: { colour: "red" } }, "general.colour"],
        ["unknown parts", { colour: "red" }, "colour"],
        ["how chains are read", { blockchain: { proof: "off" } }, "blockchain"],
        [
          "a wrong type",
          { general: { pending_ttl: "600" } },
          "general.pending_ttl",
        ],
        [
          "a number for a secret",
          { hosted: { client_secret: 4711 } },
          "hosted.client_secret",
        ],
        ["a made-up warning", { confirm: ["everything"] }, "confirm.0"],
      ])("%s", async (_, change, path) => {
        const before = await read()
        const both = { general: { capture: "manual" } }
        for (const sent of [change, { ...both, ...change }]) {
          const { status, body } = await post(sent)
          expect({ status, type: body.type }).toEqual({
            status: 400,
            type: "invalid_data",
          })
          expect(body.errors?.map((each) => each.path)).toEqual([path])
          expect(JSON.stringify(body)).not.toMatch(/4711|xxxx/)
        }
        expect(await read()).toEqual(before)
      })

      it.each([
        ["a body that is not an object", [1], "body"],
        ["no version", { general: { capture: "manual" } }, "version"],
      ])("%s", async (_, sent, path) => {
        const before = await read()
        const { status, body } = await admin.call<Saved>("POST", PATH, sent)
        expect(status).toBe(400)
        expect(body.errors?.map((each) => each.path)).toEqual([path])
        expect(await read()).toEqual(before)
      })

      it("wrong credentials, unless confirmed: then payments fail, and no setting is reported missing", async () => {
        await save(typed())
        const change = { onchain: { client_secret: "wrong-secret-4711" } }
        const { status, body } = await post(change)
        expect(status).toBe(409)
        expect(body).toMatchObject({
          type: "conflict",
          code: "unverified",
          rail: "onchain",
          test: {
            ok: false,
            code: "unauthorized",
          } satisfies Partial<AdminConnectionTest>,
        })
        expect(JSON.stringify(body)).not.toContain("4711")
        await openPayment(store, "onchain")
        await save({ ...change, confirm: ["unverified"] })
      })

      it("another user's concurrent change", async () => {
        const { version } = await read()
        const general = { item_name: "Mine" }
        const { version: next } = await save({ version, general })
        expect(next).not.toBe(version)
        const { status, body } = await post({
          version,
          general: { item_name: "Yours" },
        })
        expect({ status, code: body.code }).toEqual({
          status: 409,
          code: "changed",
        })
        expect((await read()).general.item_name.value).toBe("Mine")
      })
    })

    it("no secret that an admin enters, or that is refused, is in an answer, a row or the log", async () => {
      const wrong = "wrong_secret/+Ü-0b0b0b"
      const secrets: string[] = []
      const watch = watchLeaks(store)
      try {
        const { hosted, onchain } = store.sandbox.credentials
        await save(typed())
        await openPayment(store, "hosted")
        await openPayment(store, "onchain")
        const rotated = store.sandbox.rotateSecret("hosted").hosted.clientSecret
        await save({ hosted: { client_secret: rotated } })
        secrets.push(hosted.clientSecret, rotated)
        secrets.push(onchain.clientSecret, onchain.webhookSecret)
        for (const change of [
          { hosted: { client_secret: wrong } },
          { hosted: { client_secret: [wrong] } },
          { hosted: { client_secret: wrong.repeat(40) } },
          { hosted: { client_secret: wrong, base_url: wrong } },
          { onchain: { webhook_secrets: { add: [wrong, 4711] } } },
        ]) {
          expect([400, 409]).toContain((await post(change)).status)
        }
        store.sandbox.fault({
          endpoint: "verify",
          kind: "status",
          status: 401,
          body: { status: "error", message: `Refused: ${wrong}` },
        })
        const { status } = await post({ hosted: { client_secret: wrong } })
        expect(status).toBe(409)
      } finally {
        watch.stop()
      }
      const places = await watch.places()
      expect(places.answers).toContain(`"last4":"${secrets.at(-1)?.slice(-4)}"`)
      // All tokens except the admin's own, which the login returns.
      const tokens = watch.tokens.flatMap(({ origin, token }) =>
        origin === store.url ? [] : token
      )
      expect(tokens).not.toEqual([])
      const all = [...secrets, wrong, KEY, ...tokens]
      expect(findLeaks(places, all)).toEqual([])
    })

    // Law 10 while a rail has no account to decide by.
    it.each([
      ["live", "live"],
      ["of an unknown mode", null],
    ])(
      "test money of a rail that lost its credentials buys nothing while the other rail is %s",
      async (_, mode) => {
        await save(typed())
        const open = await openPayment(store, "hosted")
        const { onchain } = typed(store.sandbox.addAccount({ mode: "live" }))
        if (!mode) {
          store.sandbox.fault({ endpoint: "verify", kind: "status" })
        }
        const confirm: SettingsWarning[] = ["live", "unverified"]
        const changed = await save({
          onchain,
          hosted: { client_id: null, client_secret: null },
          confirm,
        })
        expect(changed).toMatchObject({
          hosted: { ready: false, mode: null },
          onchain: { ready: true, mode },
        })

        await payAndSettle(store, open.id)

        expect(await readMedusaState(store, open.cart)).toMatchObject(UNTOUCHED)
        expect(await openExceptions(store)).toEqual(["test_money"])
        expect(await store.shopper.complete(open.cart)).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("test mode") },
        })
      }
    )

    it("lists who changed what last, newest first", async () => {
      await save({ general: { item_name: "One" } })
      await save({ general: { item_name: "Two", capture: "manual" } })
      const { changes } = await save({ general: { item_name: "Two" } })
      const one = {
        id: expect.stringMatching(/^stchg_/),
        actor_id: expect.stringMatching(/^user_/),
        created_at: expect.any(String),
      }
      expect(changes).toEqual([
        {
          ...one,
          fields: expect.arrayContaining([
            "general.item_name",
            "general.capture",
          ]),
        },
        { ...one, fields: ["general.item_name"] },
      ])
    })

    it("reads the hosted checkout's currencies from the gateway, and reports a failure", async () => {
      const currencies = async () =>
        (
          await admin.call<AdminCurrenciesResponse>(
            "GET",
            "/admin/stablecoin/currencies"
          )
        ).body.currencies
      expect(await currencies()).toEqual({
        hosted: null,
        hosted_problem: expect.stringContaining("hosted.clientId is missing"),
        onchain: ["USDT", "USDC"],
      })
      await save(typed())
      expect(await currencies()).toEqual({
        hosted: expect.arrayContaining([
          expect.objectContaining({
            code: "USDT",
            methods: expect.arrayContaining([
              expect.objectContaining({ key: expect.any(String) }),
            ]),
          }),
        ]),
        hosted_problem: null,
        onchain: ["USDT", "USDC"],
      })
      store.sandbox.fault({
        api: "merchant",
        endpoint: "currencies",
        kind: "status",
        status: 422,
      })
      expect(await currencies()).toMatchObject({
        hosted: null,
        hosted_problem: expect.stringMatching(/available-currencies/),
      })
    })
  },
})
