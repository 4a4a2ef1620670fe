import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../../../http-types"
import type { Chain } from "../../../../gateway"
import { Config } from "../config"
import { describeSettings } from "../describe"
import { mergeSettings } from "../effective-settings"
import { KeyRing } from "../encryption"
import { problemsOf } from "../problems"
import { reencrypted } from "../reencrypt"
import { readStored } from "../stored"
import { errorsOf, SavedSettings, WITH_KEY } from "./saved-settings"

const KEY = "secret-api-key-4711"
const ALCHEMY = `https://polygon.alchemy.example/v2/${KEY}`
const INFURA = "https://polygon.infura.example/v3/another-key-0815"

/** A change of the endpoints of Polygon. */
const change = (
  urls: { add?: string[]; remove?: string[] },
  chain: Chain = "POLYGON"
): AdminSettingsChange => ({ blockchain: { rpc_urls: { [chain]: urls } } })

function networkOf(
  { rows }: SavedSettings,
  options: unknown = WITH_KEY,
  chain: Chain = "POLYGON"
) {
  const { blockchain } = describeSettings(
    new Config(options),
    { version: "0", rows },
    ""
  )
  return blockchain.networks.find((each) => each.chain === chain)!
}

const idsOf = (saved: SavedSettings) =>
  networkOf(saved).endpoints.map(({ id }) => id!)

function urlsOf({ settings }: SavedSettings) {
  return settings.blockchain.ok
    ? settings.blockchain.value.chains.POLYGON?.urls
    : settings.blockchain.problems
}

describe("endpoints entered in the admin", () => {
  it("are used in the order in which they were added, in public networks only", () => {
    const saved = new SavedSettings()
    expect(saved.save(change({ add: [ALCHEMY] }))).toEqual([
      "blockchain.rpc_urls.POLYGON",
    ])
    saved.save(change({ add: [INFURA] }))
    expect(urlsOf(saved)).toEqual([
      { url: ALCHEMY, addressScope: "public" },
      { url: INFURA, addressScope: "public" },
    ])
  })

  it("are observed from the first one on, with the mode that was saved", () => {
    const saved = new SavedSettings()
    saved.save({ blockchain: { proof: "require", finality: 12 } })
    expect(saved.settings.blockchain).toEqual({
      ok: false,
      problems: [expect.stringContaining("Enter an endpoint")],
    })
    saved.save(change({ add: [ALCHEMY] }))
    expect(saved.settings.blockchain).toMatchObject({
      value: { proof: "require", finality: { POLYGON: 12 } },
    })
  })

  it("are removed one by one", () => {
    const saved = new SavedSettings()
    saved.save(change({ add: [ALCHEMY, INFURA] }))
    const [first, second] = idsOf(saved)
    saved.save(change({ remove: [first!] }))
    expect(urlsOf(saved)).toMatchObject([{ url: INFURA }])
    saved.save(change({ remove: [second!] }))
    expect(saved.rows).toEqual([])
  })

  it("are stored once per network", () => {
    const saved = new SavedSettings()
    saved.save(change({ add: [ALCHEMY, ` ${ALCHEMY} `] }))
    expect(saved.save(change({ add: [ALCHEMY] }))).toEqual([])
    saved.save(change({ add: [ALCHEMY] }, "ETH"))
    expect(urlsOf(saved)).toHaveLength(1)
  })

  it("are stored encrypted, and shown by host and last characters", () => {
    const saved = new SavedSettings()
    saved.save(change({ add: [ALCHEMY, "https://polygon.example:8443/short"] }))
    const shown = networkOf(saved)
    expect(shown).toMatchObject({
      source: "admin",
      endpoints: [
        { host: "polygon.alchemy.example", last4: "4711" },
        { host: "polygon.example:8443", last4: null },
      ],
    })
    expect(JSON.stringify([saved.rows, shown])).not.toMatch(/secret-api|short/)
  })

  it.each([
    ["of a private network", "https://10.0.0.7/rpc"],
    ["of this machine", "https://localhost:8545"],
    ["without TLS", `http://polygon.example/${KEY}`],
    ["with a password", `https://user:${KEY}@polygon.example`],
    ["without a host", KEY],
    ["too long", `https://polygon.example/${KEY.repeat(200)}`],
    ["blank", " "],
  ])("are refused without a quote: one %s", (_, url) => {
    const errors = errorsOf(
      new SavedSettings().try(change({ add: [INFURA, url] }))
    )
    expect(errors).toEqual([
      ["blockchain.rpc_urls.POLYGON.add.1", expect.stringMatching(/./)],
    ])
    expect(errors.join()).not.toContain("4711")
  })

  it("need an encryption key", () => {
    const errors = errorsOf(
      new SavedSettings({}).try(change({ add: [INFURA] }))
    )
    expect(errors).toEqual([
      [
        "blockchain.rpc_urls.POLYGON.add",
        expect.stringContaining("encryptionKeys"),
      ],
    ])
  })

  it("are limited in number", () => {
    const add = Array.from({ length: 11 }, (_, n) => `https://n${n}.example`)
    expect(errorsOf(new SavedSettings().try(change({ add })))).toEqual([
      ["blockchain.rpc_urls.POLYGON.add", expect.stringContaining("10")],
    ])
  })

  it("that don't exist can't be removed", () => {
    const plan = new SavedSettings().try(change({ remove: ["strpc_unknown"] }))
    expect(errorsOf(plan)).toEqual([
      [
        "blockchain.rpc_urls.POLYGON.remove.0",
        expect.stringContaining("no such endpoint"),
      ],
    ])
  })
})

describe("endpoints in the config", () => {
  const options = {
    ...WITH_KEY,
    blockchain: { rpcUrls: { POLYGON: ["", INFURA], ETH: [undefined] } },
  }

  it("win for their network, and are read-only", () => {
    const saved = new SavedSettings()
    saved.save(change({ add: [ALCHEMY] }))
    saved.reconfigure(options)
    expect(urlsOf(saved)).toEqual([{ url: INFURA, addressScope: "any" }])
    expect(networkOf(saved, options)).toEqual({
      chain: "POLYGON",
      source: "config",
      endpoints: [
        {
          id: null,
          host: "polygon.infura.example",
          last4: "0815",
          created_at: null,
        },
      ],
    })
    expect(errorsOf(saved.try(change({ add: [ALCHEMY] })))).toEqual([
      [
        "blockchain.rpc_urls.POLYGON",
        "blockchain.rpcUrls.POLYGON is set in medusa-config.ts, which wins: change it there.",
      ],
    ])
  })

  it("leave the other networks to the admin", () => {
    const saved = new SavedSettings(options)
    saved.save(change({ add: [ALCHEMY] }, "ETH"))
    const { blockchain } = saved.settings
    expect(blockchain.ok && Object.keys(blockchain.value.chains)).toEqual([
      "POLYGON",
      "ETH",
    ])
  })

  it("stay a reported problem while they are invalid", () => {
    const saved = new SavedSettings({
      ...WITH_KEY,
      blockchain: { rpcUrls: { POLYGON: "wss://polygon.example" } },
    })
    expect(errorsOf(saved.try(change({ add: [ALCHEMY] })))).toHaveLength(1)
    expect(urlsOf(saved)).toEqual([
      expect.stringContaining("blockchain.rpcUrls.POLYGON"),
    ])
  })
})

describe("stored endpoints under another key", () => {
  const newKey = WITH_KEY.encryptionKeys[0]!
  const oldKey = randomBytes(32).toString("base64")
  const saved = new SavedSettings({ encryptionKeys: [oldKey] })
  saved.save(change({ add: [ALCHEMY, INFURA] }))

  it("are encrypted with the first key, while the old one is listed", () => {
    const [written, ...others] = reencrypted(
      saved.rows,
      new KeyRing([newKey, oldKey])
    )
    expect(others).toEqual([])
    const rows = [{ key: written!.row.key, value: written!.value }]
    const { endpoints } = mergeSettings(new Config(WITH_KEY), readStored(rows))
    expect(endpoints.POLYGON.map(({ url }) => url)).toEqual([ALCHEMY, INFURA])
    expect(reencrypted(rows, new KeyRing([newKey]))).toEqual([])
  })

  it("that can't be decrypted have a problem, and required proof stays required", () => {
    saved.reconfigure({ ...WITH_KEY, blockchain: { proof: "require" } })
    expect(networkOf(saved).endpoints).toMatchObject([
      { problem: expect.stringContaining("Or enter the URL again.") },
      { problem: expect.stringContaining("encryptionKeys") },
    ])
    expect(saved.settings.blockchain).toMatchObject({
      ok: true,
      value: { proof: "require", chains: { POLYGON: { urls: [] } } },
    })
    const effective = mergeSettings(
      new Config(WITH_KEY),
      readStored(saved.rows)
    )
    expect(problemsOf(effective)).toEqual([
      expect.stringMatching(
        /^The endpoint polygon\.alchemy\.example of POLYGON/
      ),
      expect.stringMatching(/^The endpoint polygon\.infura\.example/),
    ])
  })
})

it.each<[string, (row: { urls: Record<string, string>[] }) => void]>([
  ["host", ({ urls: [first] }) => (first!.host = "trusted.example")],
  ["id", ({ urls: [first] }) => (first!.id = "strpc_2")],
])("a row whose %s was changed is not used", (_, tamper) => {
  const saved = new SavedSettings()
  saved.save(change({ add: [ALCHEMY] }))
  tamper(saved.rows[0]!.value as never)
  expect(urlsOf(saved)).toEqual([])
})

it("a row that was copied to another network is not used", () => {
  const saved = new SavedSettings()
  saved.save(change({ add: [ALCHEMY] }))
  saved.rows = [{ ...saved.rows[0]!, key: "blockchain.rpc_urls.BSC" }]
  expect(networkOf(saved, WITH_KEY, "BSC").endpoints[0]?.problem).toBeDefined()
})
