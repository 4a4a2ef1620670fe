import type {
  AdminConnectionTest,
  AdminConnectionTestResponse,
  AdminTestConnection,
} from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { watchLeaks } from "../../setup/routes/leaks"
import { databaseOf } from "../../setup/store/ledger"
import { Proxy } from "../../setup/gateway/proxy"
import { storeTest } from "../../setup/store/store"

const PATH = "/admin/stablecoin/settings/test"

/** A server that tries to get the store's secrets. */
const otherServer = new Proxy()
beforeAll(() => otherServer.open())
afterAll(() => otherServer.close())

storeTest({
  env: {
    STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
  },
  tests: (store) => {
    const admin = Admin.enrolled(store)
    beforeEach(() => otherServer.reset())

    async function test(
      input: AdminTestConnection
    ): Promise<AdminConnectionTest> {
      const body = await admin.post<AdminConnectionTestResponse>(PATH, input)
      return body.test
    }

    const requestCount = () => store.sandbox.requests().length

    it("answers 404 for a wrong action, and sends no request", async () => {
      const { status, body } = await admin.call<{ message: string }>(
        "POST",
        "/admin/stablecoin/settings/tests",
        { rail: "hosted" }
      )
      expect(status).toBe(404)
      expect(body.message).toBe(
        "There is no POST /admin/stablecoin/settings/tests."
      )
      expect(requestCount()).toBe(0)
    })

    it("returns the gateway's answer to the current credentials", async () => {
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

    it("merges the typed values over the current ones, at the current address", async () => {
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

    it("stores the mode of the current account only", async () => {
      const { onchain, hosted } = store.sandbox.credentials
      const modes = () =>
        databaseOf(store)("stablecoin_account").select("key", "mode", "sandbox")
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
          key: expect.stringMatching(/^onchain_/),
          mode: "test",
          sandbox: true,
        },
      ])
    })

    it("reports the error and its remedy, and keeps the typed secret out of logs and tables", async () => {
      const watch = watchLeaks(store)
      const typed = "a-secret-of-another-account"
      try {
        const result = await test({ rail: "hosted", client_secret: typed })
        expect(result).toMatchObject({
          ok: false,
          code: "unauthorized",
          message: expect.stringMatching(/^POST .*verify.*401/),
          remedy: "Check the client id and the client secret.",
        })
        const left = Object.values(await watch.places())
        expect(left.join("\n")).not.toContain(typed)
      } finally {
        watch.stop()
      }
    })

    it("never sends the current secret to another server's address", async () => {
      const { url: base_url } = otherServer
      expect(await test({ rail: "hosted", base_url })).toMatchObject({
        ok: false,
        code: "https",
        remedy: expect.stringMatching(/client secret that belong/),
      })
      expect(requestCount()).toBe(0)
      expect(otherServer.requests).toEqual([])
    })

    it("sends no request to a typed address on this machine", async () => {
      expect(
        await test({
          rail: "hosted",
          base_url: otherServer.url.replace("http:", "https:"),
          client_id: "test_typed",
          client_secret: "typed",
        })
      ).toMatchObject({
        ok: false,
        code: "private_address",
        message: expect.stringMatching(/private/),
      })
      expect(otherServer.requests).toEqual([])
    })

    it.each([
      {},
      { rail: "paper" },
      { rail: "hosted", base_url: 1 },
      { rail: "hosted", client_secret: "x".repeat(5_000) },
      { rail: "hosted", addressScope: "any" },
      { chain: "POLYGON" },
      [],
    ])("rejects %j", async (input) => {
      const { status, body } = await admin.call<{ type: string }>(
        "POST",
        PATH,
        input
      )
      expect({ status, type: body.type }).toEqual({
        status: 400,
        type: "invalid_data",
      })
      expect(requestCount()).toBe(0)
    })

    it("runs at most four concurrently, so it can't be used to scan a network", async () => {
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
