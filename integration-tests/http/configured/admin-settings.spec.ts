import { randomBytes } from "node:crypto"
import { typed } from "../../../tools/harness/gateway/typed"
import type { Answer } from "../../../tools/harness/shop/request"
import type {
  AdminConnectionTest,
  AdminConnectionTestResponse,
  AdminCurrenciesResponse,
  AdminFieldErrors,
  AdminSettingsChange,
  AdminSettingsConflict,
  AdminSettingsResponse,
  AdminTestConnection,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { storeTest } from "../../setup/store/store"

const PATH = "/admin/stablecoin/settings"
const KEY = randomBytes(32).toString("base64")

type Settings = AdminSettingsResponse["settings"]
/** Any response of a POST. */
type Saved = Partial<AdminSettingsResponse & AdminFieldErrors> &
  Partial<Pick<AdminSettingsConflict, "code" | "rail" | "test">>

const OPTIONS = {
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
}

storeTest((store) => {
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
  const test = async (
    input: AdminTestConnection
  ): Promise<AdminConnectionTest> => {
    const path = `${PATH}/test`
    const body = await admin.post<AdminConnectionTestResponse>(path, input)
    return body.test
  }

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
    const { status, body } = await store.tryStartSession(cart, "hosted")
    expect(status).toBe(400)
    expect(body.message).toMatch(/are not configured.*in the admin/)
  })

  it("an admin sets it up, and the next buyer pays without a restart or a config file", async () => {
    const settings = await save({
      ...typed(store.sandbox.credentials),
      general: { currencies: { usd: ["USDC"] }, item_name: "Shoes" },
    })
    expect(settings).toMatchObject({
      hosted: { ready: true, mode: "test", problems: [] },
      onchain: { ready: true, mode: "test", problems: [] },
    })
    await save({ onchain: { chains: ["BASE", "BSC"] } })

    const hosted = await store.openPayment("hosted")
    const onchain = await store.openPayment("onchain")
    expect(hosted.session.data).toMatchObject({ currency: "USDC" })
    expect(onchain.session.data).toMatchObject({ chain: "BASE" })
    expect(store.sandbox.transactions()).toMatchObject([{ itemName: "Shoes" }])
    const cart = await store.shopper.fillCart()
    const refused = await store.tryStartSession(cart, "onchain", {
      chain: "ETH",
    })
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
    await store.settled()
    for (const { cart } of [hosted, onchain]) {
      expect(await store.shopper.complete(cart)).toMatchObject({
        status: 200,
        body: { type: "order" },
      })
    }
  })

  describe("rejects a change, and saves none of it:", () => {
    it("a wrong field, which is named by its path", async () => {
      const before = await read()
      const { version } = before
      const general = { capture: "manual" }
      for (const [sent, path] of [
        [[1], "body"],
        [{ general }, "version"],
        [{ version, general: { ...general, colour: "red" } }, "general.colour"],
        [{ version, general, colour: "red" }, "colour"],
        [{ version, general, blockchain: { proof: "off" } }, "blockchain"],
        [{ version, general: { pending_ttl: "600" } }, "general.pending_ttl"],
        [
          { version, general, hosted: { client_secret: 4711 } },
          "hosted.client_secret",
        ],
        [{ version, general, confirm: ["everything"] }, "confirm.0"],
      ] as const) {
        const { status, body } = await admin.call<Saved>("POST", PATH, sent)
        const paths = body.errors?.map((each) => each.path)
        expect({ status, type: body.type, paths }).toEqual({
          status: 400,
          type: "invalid_data",
          paths: [path],
        })
        expect(JSON.stringify(body)).not.toContain("4711")
      }
      expect(await read()).toEqual(before)
    })

    it("wrong credentials, unless confirmed: then payments fail, and no setting is reported missing", async () => {
      await save(typed(store.sandbox.credentials))
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
      await store.openPayment("onchain")
      await save({ ...change, confirm: ["unverified"] })
    })
  })

  describe("a connection test", () => {
    const requestCount = () => store.sandbox.requests().length

    it("returns the gateway's answer to the current credentials", async () => {
      await save(typed(store.sandbox.credentials))
      expect(await test({ rail: "hosted" })).toMatchObject({
        ok: true,
        rail: "hosted",
        mode: "test",
        expires_at: null,
        clock_skew_ms: expect.any(Number),
        currencies: [
          { code: "USDT", methods: [{ key: "wallet_balance" }, {}] },
          { code: "USDC" },
        ],
      })
    })

    it("of another account does not change the mode of the current one", async () => {
      await save(typed(store.sandbox.credentials))
      const { onchain } = typed(store.sandbox.addAccount({ mode: "live" }))
      const { client_id, client_secret } = onchain
      expect(
        await test({ rail: "onchain", client_id, client_secret })
      ).toMatchObject({ ok: true, mode: "live" })
      expect(await read()).toMatchObject({ onchain: { mode: "test" } })
    })

    it("is no other action, and takes no other fields", async () => {
      for (const [path, sent, status] of [
        ["tests", { rail: "hosted" }, 404],
        ["test", {}, 400],
        ["test", { rail: "paper" }, 400],
        ["test", { rail: "hosted", base_url: 1 }, 400],
        ["test", { rail: "hosted", client_secret: "x".repeat(5_000) }, 400],
        ["test", { rail: "hosted", addressScope: "any" }, 400],
        ["test", { chain: "POLYGON" }, 400],
        ["test", [], 400],
      ] as const) {
        const answer = await admin.call("POST", `${PATH}/${path}`, sent)
        expect({ path, sent, status: answer.status }).toEqual({
          path,
          sent,
          status,
        })
      }
      expect(requestCount()).toBe(0)
    })

    it("runs at most four times concurrently, so it can't be used to scan a network", async () => {
      await save(typed(store.sandbox.credentials))
      store.sandbox.fault({
        kind: "delay",
        ms: 1_500,
        times: 12,
        endpoint: "verify",
      })
      const tests = await Promise.all(
        Array.from({ length: 12 }, () => test({ rail: "hosted" }))
      )
      const refused = tests.filter((each) => !each.ok)
      expect(refused).toHaveLength(8)
      expect(refused[0]).toMatchObject({ code: "rate_limited" })
      // The rejected tests sent nothing, and don't block later ones.
      store.sandbox.clearFaults()
      expect(await test({ rail: "hosted" })).toMatchObject({ ok: true })
    })
  })

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
    })
    await save(typed(store.sandbox.credentials))
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
}, OPTIONS)
