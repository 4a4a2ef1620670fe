import { createSandbox } from "../index"
import { createTransaction, submit, testSandbox } from "./kit"

const HEADER = "x-stablecoin-sandbox"

const sandbox = testSandbox()

describe("each response has the sandbox's header", () => {
  it.each([
    ["an API's error", () => fetch(`${sandbox.urls.merchant}/nowhere`)],
    [
      "a page without a checkout",
      () => fetch(`${sandbox.urls.business}/checkout/x`),
    ],
    ["the control address", () => fetch(`${sandbox.urls.control}/state`)],
    ["JSON-RPC", () => fetch(`${sandbox.urls.rpc}/ETH`)],
    [
      "a rejection without a token",
      () => fetch(`${sandbox.urls.business}/api/v1/transactions/x`),
    ],
  ])("%s", async (_, request) => {
    expect((await request()).headers.get(HEADER)).toBe("1")
  })

  it("a success, its checkout page, and the buyer's actions there", async () => {
    const created = await createTransaction(sandbox)
    expect(created.headers.get(HEADER)).toBe("1")
    const page = String(created.body.data.approvedUrl)
    expect((await fetch(page)).headers.get(HEADER)).toBe("1")
    const acted = await submit(page, { action: "dance" })
    expect(acted.headers.get(HEADER)).toBe("1")
  })

  it.each([
    { kind: "status", status: 503 },
    { kind: "broken_json" },
    { kind: "half" },
  ] as const)("a response that a fault replaced: $kind", async (fault) => {
    sandbox.fault(fault)
    const response = await fetch(
      `${sandbox.urls.merchant}/merchant/api/verify`,
      { method: "POST" }
    )
    expect(response.headers.get(HEADER)).toBe("1")
    await response.body?.cancel()
  })
})

describe("a sandbox in live mode", () => {
  it.each(["127.0.0.1", "localhost", "::1"])(
    "starts on %s, which only this machine reaches",
    async (host) => {
      const live = await createSandbox({ mode: "live", host })
      await live.close()
    }
  )

  it.each([
    [{ host: "0.0.0.0" }],
    [{ host: "::" }],
    [{ host: "192.0.2.1" }],
    [{ host: "127.evil.example" }],
    [{ publicUrls: { merchant: "https://tunnel.example" } }],
    [{ publicUrls: { business: "https://tunnel.example" } }],
  ])(
    "is rejected on %j, since a store would accept its money as real",
    async (way) => {
      await expect(createSandbox({ mode: "live", ...way })).rejects.toThrow(
        /mode "live".*this machine/
      )
    }
  )

  it.each([
    {
      hosted: { clientId: "live_shop", clientSecret: "s" },
    },
    {
      onchain: { clientId: "shop", clientSecret: "s", webhookSecret: "w" },
    },
  ])("is rejected elsewhere by its credentials, too: %j", async (seeds) => {
    await expect(
      createSandbox({ host: "0.0.0.0", seedSecrets: seeds })
    ).rejects.toThrow(/mode "live".*this machine/)
  })

  it("rejects a live account if other machines reach it", async () => {
    const open = await createSandbox({ host: "0.0.0.0" })
    try {
      expect(() => open.addAccount({ mode: "live" })).toThrow(
        /mode "live".*this machine/
      )
      expect(open.addAccount().hosted.clientId).toMatch(/^test_/)
    } finally {
      await open.close()
    }
  })
})
