import type {
  AdminConnectionTest,
  AdminConnectionTestResponse,
  AdminTestConnection,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { dumpDatabase, watchLeaks } from "../../setup/routes/leaks"
import { databaseOf } from "../../setup/store/ledger"
import { Proxy } from "../../setup/gateway/proxy"
import { storeTest } from "../../setup/store/store"

const PATH = "/admin/stablecoin/settings/test"

/** A server that tries to get the store's secrets. */
const stranger = new Proxy()
beforeAll(() => stranger.open())
afterAll(() => stranger.close())

storeTest({
  env: { STABLECOIN_ONCHAIN_CLIENT_SECRET: "" },
  tests: (store) => {
    const admin = new Admin(store)
    beforeAll(() => admin.enrol())
    beforeEach(() => stranger.reset())

    async function test(
      input: AdminTestConnection
    ): Promise<AdminConnectionTest> {
      const { status, body } = await admin.call<AdminConnectionTestResponse>(
        "POST",
        PATH,
        input
      )
      expect(status).toBe(200)
      return body.test
    }

    const asked = () => store.sandbox.requests().length

    it("a request without a login can't test a connection", async () => {
      const { status } = await fetch(`${store.url}${PATH}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rail: "hosted" }),
      })
      expect(status).toBe(401)
      expect(asked()).toBe(0)
    })

    it("a wrong action is not found, and sends no request", async () => {
      const { status, body } = await admin.call<{ message: string }>(
        "POST",
        "/admin/stablecoin/settings/tests",
        { rail: "hosted" }
      )
      expect(status).toBe(404)
      expect(body.message).toBe(
        "There is no POST /admin/stablecoin/settings/tests."
      )
      expect(asked()).toBe(0)
    })

    it("tells what the gateway says of the credentials in force", async () => {
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

    it("has no currencies where the gateway's variant lists none", async () => {
      store.sandbox.setVariant({ listing: false })
      expect(await test({ rail: "hosted" })).toMatchObject({
        ok: true,
        currencies: null,
      })
    })

    it("takes what is typed over what is in force, at the address in force", async () => {
      const { onchain } = store.sandbox.credentials
      expect(await test({ rail: "onchain" })).toMatchObject({
        ok: false,
        code: "incomplete",
        message: expect.stringMatching(/client_secret/),
      })
      expect(
        await test({
          rail: "onchain",
          base_url: `${store.sandbox.urls.business}/`,
          client_id: "",
          client_secret: onchain.clientSecret,
        })
      ).toMatchObject({
        ok: true,
        mode: "test",
        expires_at: expect.stringMatching(/^\d{4}-/),
        currencies: null,
      })
    })

    it("remembers the mode of the account in force, and of no other", async () => {
      const { onchain, hosted } = store.sandbox.credentials
      const modes = () =>
        databaseOf(store)("stablecoin_setting").select("value")
      await test({
        rail: "onchain",
        client_secret: "wrong",
      })
      await test({
        rail: "hosted",
        client_id: hosted.clientId.toUpperCase(),
        client_secret: hosted.clientSecret,
      })
      expect(await modes()).toEqual([])

      await test({ rail: "onchain", client_secret: onchain.clientSecret })
      expect(await modes()).toEqual([
        {
          value: {
            account: expect.stringMatching(/^onchain_/),
            mode: "test",
            sandbox: true,
          },
        },
      ])
    })

    it("says what is wrong and what to do, and keeps what was typed to itself", async () => {
      const watch = watchLeaks(store)
      const typed = "a-secret-of-somebody-else"
      try {
        const said = await test({ rail: "hosted", client_secret: typed })
        expect(said).toMatchObject({
          ok: false,
          code: "unauthorized",
          message: expect.stringMatching(/^POST .*verify.*401/),
          remedy: "Check the client id and the client secret.",
        })
        const left = [
          watch.output(),
          watch.answers(),
          await dumpDatabase(store),
        ]
        expect(left.join("\n")).not.toContain(typed)
      } finally {
        watch.stop()
      }
    })

    it.each([
      ["another address", () => ({ base_url: "https://gateway.example" })],
      ["a stranger's address", () => ({ base_url: stranger.url })],
      [
        "another path",
        () => ({ base_url: `${store.sandbox.urls.merchant}/v2` }),
      ],
      ["another client id", () => ({ client_id: "test_another" })],
    ])("never sends the secret in force to %s", async (_, typed) => {
      expect(await test({ rail: "hosted", ...typed() })).toMatchObject({
        ok: false,
        code: "secret_needed",
        remedy: expect.stringMatching(/Enter the client secret/),
      })
      expect(asked()).toBe(0)
      expect(stranger.requests).toEqual([])
    })

    it.each([
      ["no TLS", () => stranger.url, /https:\/\//],
      [
        "this machine",
        () => stranger.url.replace("http:", "https:"),
        /private/,
      ],
      ["a cloud's metadata", () => "https://169.254.169.254/latest", /private/],
      ["another spelling of it", () => "https://2852039166", /private/],
      ["a name of the network", () => "https://postgres", /private/],
      ["credentials in it", () => "https://me:pw@gateway.example", /user name/],
    ])(
      "sends no request to an address that was typed in with %s",
      async (_, url, says) => {
        expect(
          await test({
            rail: "hosted",
            base_url: url(),
            client_id: "test_typed",
            client_secret: "typed",
          })
        ).toMatchObject({
          ok: false,
          code: "private_address",
          message: expect.stringMatching(says),
        })
        expect(stranger.requests).toEqual([])
      }
    )

    it.each([
      {},
      { rail: "paper" },
      { rail: "hosted", base_url: "gateway.example" },
      { rail: "hosted", base_url: "file:///etc/passwd" },
      { rail: "hosted", base_url: 1 },
      { rail: "hosted", client_secret: "x".repeat(501) },
      { rail: "hosted", addressScope: "any" },
      [],
    ])("refuses %j", async (input) => {
      const { status, body } = await admin.call<{ type: string }>(
        "POST",
        PATH,
        input
      )
      expect({ status, type: body.type }).toEqual({
        status: 400,
        type: "invalid_data",
      })
      expect(asked()).toBe(0)
    })

    it("runs at most four at once, so it can't be used to scan a network", async () => {
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
  },
})
