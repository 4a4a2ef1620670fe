import { once } from "node:events"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import type { AdminWebhookHealth } from "../../src/http-types"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { type Check, check } from "../../src/health/check"
import { backendUrl } from "../../src/health/checks/backend-url"
import { credentialsOf } from "../../src/health/checks/credentials"
import { encryption } from "../../src/health/checks/infrastructure"
import { regions } from "../../src/health/checks/regions"
import { webhookOf } from "../../src/health/checks/webhook"
import type { CheckContext } from "../../src/health/context"
import { runChecks } from "../../src/health/run-checks"
import { context } from "../setup/store/health-context"

const HOSTED = {
  baseUrl: "https://gateway.example",
  clientId: "test_1",
  clientSecret: "secret",
}
const ONCHAIN = { ...HOSTED, webhookSecrets: ["webhook"] }
const LOCAL = { onchain: { ...ONCHAIN, baseUrl: "http://127.0.0.1:4020" } }

describe("concurrent checks", () => {
  const fine = check("exceptions", async () => ({
    status: "ok",
    code: "none",
    message: "Fine.",
  }))

  it("are independent: one throws, one hangs, the others answer", async () => {
    const errors: string[] = []
    const checks: Check[] = [
      check("migrations", async () => {
        throw new Error("No table.")
      }),
      check("locking", () => new Promise(() => undefined)),
      fine,
    ]
    const health = await runChecks(checks, context({}), {
      limitMs: 30,
      onError: (id) => errors.push(id),
    })
    expect(health).toMatchObject({
      status: "error",
      checks: [
        {
          id: "migrations",
          status: "error",
          code: "check_failed",
          params: { detail: "No table." },
          remedy: expect.any(String),
        },
        { id: "locking", status: "error", code: "timed_out" },
        { id: "exceptions", status: "ok", params: {}, remedy: null },
      ],
    })
    expect(errors).toEqual(["migrations"])
  })

  it("have the worst of their statuses as a whole", async () => {
    const warning = check("exceptions", async () => ({
      status: "warning",
      code: "open",
      message: "One.",
    }))
    expect(await runChecks([fine], context({}))).toMatchObject({ status: "ok" })
    expect(await runChecks([fine, warning, fine], context({}))).toMatchObject({
      status: "warning",
    })
  })
})

describe("credentials", () => {
  it.each([
    ["none", {}, "error", "none_configured"],
    [
      "only an address",
      { hosted: { baseUrl: HOSTED.baseUrl } },
      "error",
      "none_configured",
    ],
    [
      "only those of the other rail",
      { onchain: ONCHAIN },
      "ok",
      "not_configured",
    ],
    [
      "half",
      { hosted: { ...HOSTED, clientSecret: "" } },
      "error",
      "incomplete",
    ],
    ["all", { hosted: HOSTED }, "ok", "verified"],
    [
      "all, and a line end after the secret,",
      { hosted: { ...HOSTED, clientSecret: `${HOSTED.clientSecret}\n` } },
      "ok",
      "verified",
    ],
  ])("of which there are %s", async (_, options, status, code) => {
    const found = await credentialsOf("hosted").run(context(options))
    expect(found).toMatchObject({ status, code })
  })

  it.each([
    [true, "test", false, "error", "test_in_production"],
    [true, "live", false, "ok", "verified"],
    [true, "test", true, "error", "sandbox"],
    [true, "live", true, "error", "sandbox"],
    [false, "test", false, "ok", "verified"],
    [false, "test", true, "ok", "sandbox"],
    [false, "live", true, "ok", "sandbox"],
  ] as const)(
    "in production %s, in %s mode, of the sandbox %s: reports orders without money",
    async (isProduction, mode, sandbox, status, code) => {
      const found = await credentialsOf("onchain").run(
        context(
          { onchain: ONCHAIN },
          {
            isProduction,
            connection: async (rail) => ({
              ok: true,
              rail,
              mode,
              sandbox,
              expires_at: null,
              clock_skew_ms: 0,
              currencies: null,
            }),
          }
        )
      )
      expect(found).toMatchObject({ status, code })
      if (code !== "verified") {
        const address = new URL(ONCHAIN.baseUrl).origin
        expect(found.params).toEqual({ mode, address })
      }
    }
  )

  it("are incomplete where another setting prevents payments, and it is named", async () => {
    const onchain = { ...ONCHAIN, chains: ["POLYGON"], defaultChain: "ETH" }
    const found = await credentialsOf("onchain").run(context({ onchain }))
    expect(found).toMatchObject({ status: "error", code: "incomplete" })
    expect(found.params?.problems).toMatch(/defaultChain/)
  })
})

it.each([
  ["a rail that is not used", {}, "ok", "not_configured"],
  [
    "a rail without a secret to verify them with",
    { onchain: { ...ONCHAIN, webhookSecrets: [] } },
    "error",
    "no_secret",
  ],
  [
    "a store without a configured address",
    { onchain: ONCHAIN },
    "error",
    "no_backend_url",
  ],
])("webhooks of %s", async (_, options, status, code) => {
  const found = await webhookOf("onchain").run(context(options))
  expect(found).toMatchObject({ status, code })
})

describe("the store's own address", () => {
  it.each([
    ["is missing", undefined, "missing"],
    ["has an unknown name", "https://store.invalid", "unresolved"],
    ["has nothing listening", "http://127.0.0.1:9", "unreachable"],
  ])("%s", async (_, url, code) => {
    const found = await backendUrl.run(context({ backendUrl: url }))
    expect(found).toMatchObject({ status: "error", code })
  })

  it.each([
    ["a gateway on the internet", {}, false, "warning", "private"],
    ["a private gateway", LOCAL, false, "ok", "private_gateway"],
    [
      "a private gateway and one on the internet",
      { ...LOCAL, hosted: HOSTED },
      false,
      "warning",
      "private",
    ],
    ["a private gateway in production", LOCAL, true, "error", "private"],
    [
      "a private gateway on another machine",
      { onchain: { ...ONCHAIN, baseUrl: "http://sandbox:4020" } },
      false,
      "warning",
      "private",
    ],
  ] as const)(
    "is private, with %s",
    async (_, gateway, isProduction, status, code) => {
      const server = createHttpServer((_req, res) => res.end("OK"))
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const backend = `http://127.0.0.1:${port}`
      const options = { onchain: ONCHAIN, backendUrl: backend, ...gateway }
      try {
        expect(
          await backendUrl.run(context(options, { isProduction }))
        ).toMatchObject({ status, code })
      } finally {
        server.close()
      }
    }
  )

  it("reveals nothing that listens in a production's own network", async () => {
    let connections = 0
    const server = createServer(() => {
      connections += 1
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const options = { onchain: ONCHAIN, backendUrl: `http://127.0.0.1:${port}` }
    const settings = [
      { key: "general.backend_url", value: { value: options.backendUrl } },
    ]
    const states: Partial<AdminWebhookHealth>[] = []
    const production = context(options, {
      isProduction: true,
      settings: async () =>
        resolveSettings({ onchain: ONCHAIN }, "", {
          settings,
          accounts: [],
          prices: [],
        }),
      stablecoin: {
        webhooks: { health: async () => states },
        repository: {
          probes: { await: async () => undefined, take: async () => false },
        },
      } as unknown as CheckContext["stablecoin"],
    })
    try {
      expect(await backendUrl.run(production)).toMatchObject({
        status: "error",
        code: "private",
      })
      expect(await webhookOf("onchain").run(production)).toMatchObject({
        status: "warning",
        code: "private_address",
      })
      states.push({ rail: "onchain", quiet_since: new Date().toISOString() })
      expect(await webhookOf("onchain").run(production)).toMatchObject({
        status: "error",
        code: "quiet",
      })
      expect(connections).toBe(0)
    } finally {
      server.close()
    }
  })
})

describe("encryption", () => {
  const key = Buffer.alloc(32, 1).toString("base64")

  it.each([
    ["without a key", [], "warning", "no_key"],
    ["with a key that is too short", ["c2hvcnQ="], "error", "invalid_key"],
    ["with a key", [key], "ok", "ready"],
  ])("%s", async (_, encryptionKeys, status, code) => {
    const options = { backendUrl: "https://store.example", encryptionKeys }
    const found = await encryption.run(context(options))
    expect(found).toMatchObject({ status, code })
    expect(JSON.stringify(found)).not.toContain("c2hvcnQ=")
  })

  it("warns while secrets use an old key, which must not be removed yet", async () => {
    const options = { encryptionKeys: [key] }
    const old_keys = [{ id: "3f9c2a10", count: 2 }]
    const { stablecoin } = context(options)
    const health = {
      storedSecrets: async () => ({ count: 3, unreadable: [], old_keys }),
    }
    const found = await encryption.run(
      context(options, {
        stablecoin: {
          ...stablecoin,
          health,
        } as unknown as CheckContext["stablecoin"],
      })
    )
    expect(found).toMatchObject({
      status: "warning",
      code: "old_key",
      params: { count: 2, ids: "3f9c2a10" },
    })
  })
})

it("regions with a rail that is not configured are named", async () => {
  const offered = [
    { name: "Europe", currency: "eur", rails: ["hosted" as const] },
    {
      name: "US",
      currency: "usd",
      rails: ["hosted" as const, "onchain" as const],
    },
  ]
  const found = await regions.run(
    context({ hosted: HOSTED }, { regions: async () => offered })
  )
  expect(found).toMatchObject({
    status: "error",
    code: "not_configured",
    params: { rail: "onchain", regions: "US" },
  })
})
