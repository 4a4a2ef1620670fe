import type { LoaderOptions } from "@medusajs/framework/types"
import reportSettings from "../loaders/report-settings"

const hosted = {
  baseUrl: "https://gateway.example/pay",
  clientId: "test_merchant",
  clientSecret: "hosted-secret-4711",
}
const onchain = {
  baseUrl: "https://business.example",
  clientId: "test_business",
  clientSecret: "onchain-secret-4711",
  webhookSecrets: ["whsec-4711"],
}
const backendUrl = "https://store.example"
const encryptionKeys = [Buffer.alloc(32, "k3y").toString("base64")]

/** The lines that a boot with these options writes, by level. */
async function boot(
  options?: Record<string, unknown>
): Promise<{ info: string[]; warn: string[] }> {
  const lines = { info: [] as string[], warn: [] as string[] }
  const logger = {
    info: (line: string) => lines.info.push(line),
    warn: (line: string) => lines.warn.push(line),
  }
  await reportSettings({
    container: { resolve: () => logger },
    options,
  } as unknown as LoaderOptions<Record<string, unknown>>)
  return lines
}

describe("what a boot says", () => {
  it("of both rails: one line, and no warning", async () => {
    expect(await boot({ backendUrl, encryptionKeys, hosted, onchain })).toEqual(
      {
        info: ["Stablecoin payments: hosted and onchain configured."],
        warn: [],
      }
    )
  })

  it.each([
    ["hosted", { hosted }],
    ["onchain", { onchain }],
  ])(
    "of %s alone: no warning about the rail that the merchant left out",
    async (rail, options) => {
      expect(await boot({ backendUrl, encryptionKeys, ...options })).toEqual({
        info: [`Stablecoin payments: ${rail} configured.`],
        warn: [],
      })
    }
  )

  it.each([
    ["no options at all", undefined],
    ["only what Medusa adds", { database: { clientUrl: "postgres://x:y@z" } }],
  ])("of %s: each missing option by its name", async (_, options) => {
    const { info, warn } = await boot(options)
    expect(info).toEqual([])
    expect(warn.map((line) => line.split(" is missing")[0])).toEqual(
      [
        "backendUrl",
        "hosted.baseUrl",
        "hosted.clientId",
        "hosted.clientSecret",
        "onchain.baseUrl",
        "onchain.clientId",
        "onchain.clientSecret",
        "onchain.webhookSecrets",
      ].map((name) => `Stablecoin payments: ${name}`)
    )
    expect(warn.every((line) => line.includes("medusa-config.ts"))).toBe(true)
  })

  it("of a rail that was begun: what it lacks, beside the one that works", async () => {
    const { info, warn } = await boot({
      backendUrl,
      encryptionKeys,
      hosted,
      onchain: { ...onchain, webhookSecrets: [""] },
    })
    expect(info).toEqual(["Stablecoin payments: hosted configured."])
    expect(warn).toEqual([
      expect.stringContaining("onchain.webhookSecrets is missing"),
    ])
  })

  it("of a slip: the option by its name", async () => {
    const { info, warn } = await boot({
      backendUrl,
      encryptionKeys,
      hosted,
      onchain: { ...onchain, chains: ["POLYGONE"] },
    })
    expect(info).toEqual(["Stablecoin payments: hosted configured."])
    expect(warn).toEqual([expect.stringContaining("onchain.chains.0: ")])
  })

  it("of a store without encryption keys: what that means for a change of credentials", async () => {
    const { info, warn } = await boot({ backendUrl, hosted, onchain })
    expect(info).toEqual([
      "Stablecoin payments: hosted and onchain configured.",
      expect.stringContaining("encryptionKeys are not set"),
    ])
    expect(warn).toEqual([])
  })

  it("of a store without its address: that nothing is configured yet", async () => {
    const { info, warn } = await boot({ hosted, onchain })
    expect(info).toEqual([])
    expect(warn).toEqual([expect.stringContaining("backendUrl is missing")])
  })

  it("never a secret, whatever is wrong", async () => {
    const { info, warn } = await boot({
      backendUrl: "nowhere",
      encryptionKeys: ["encryption-secret-4711"],
      hosted: { ...hosted, baseUrl: "ftp://user:url-secret-4711@x" },
      onchain: { ...onchain, defaultChain: "secret-4711", clientId: 4711 },
    })
    expect(warn.length).toBeGreaterThan(3)
    expect([...info, ...warn].join("\n")).not.toMatch(/4711/)
  })
})
