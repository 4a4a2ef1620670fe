import type { Stablecoin } from "../../../../gateway"
import type { AdminSettingsChange } from "../../../../http-types"
import { ALL_COINS } from "../chains"
import { describeSettings } from "../describe"
import { storedValues } from "../effective-settings"
import { errorsOf, SavedSettings, WITH_KEY } from "./saved-settings"

/** The change of one setting. */
function changeOf(setting: string, value: unknown): AdminSettingsChange {
  const [part, name] = setting.split(".")
  return { [part!]: { [name!]: value } }
}

const ACCOUNT = {
  base_url: "https://gateway.example",
  client_id: "test_shop",
  client_secret: "secret-4711",
}

describe("a change is validated field by field", () => {
  it.each<[setting: string, value: unknown, at?: string]>([
    ["general.backend_url", "store.example"],
    ["general.backend_url", "http://store.example"],
    ["general.backend_url", "https://a:b@s.example"],
    ["general.backend_url", ""],
    ["general.backend_url", "https:s.example"],
    ["general.backend_url", "https://s.exa\nmple"],
    ["general.currencies", {}],
    ["general.currencies", { usd: [] }, ".usd"],
    ["general.currencies", { usd: ["DAI"] }, ".usd.0"],
    ["general.currencies", { "u d": ["USDT"] }, ".u d"],
    ["general.success_url", "https://s.example/\u0000"],
    ["general.success_url", "javascript:alert(1)"],
    ["general.item_name", "a\u0000b"],
    ["general.item_name", " "],
    ["general.item_name", "x".repeat(201)],
    ["general.storefront_urls", []],
    ["general.storefront_urls", ["https://a.example", "shop"], ".1"],
    ["general.capture", "never"],
    ["general.pending_ttl", 299],
    ["general.pending_ttl", 300.5],
    ["general.pending_ttl", 1e12],
    ["general.webhook_retention", 60],
    ["general.rules", [{ chain: "ETH" }, { min: "fifty" }], ".1.min"],
    ["general.rules", [{ max: "0.001" }], ".0.max"],
    ["general.rules", [{ min: "50.01", max: "50" }], ".0.max"],
    ["general.rules", [{ coins: [] }], ".0.coins"],
    ["general.rules", [{ chain: "SOLANA" }], ".0.chain"],
    ["general.rules", [{ regions: "reg_1" }], ".0"],
    [
      "general.rules",
      [
        { region: "a", min: "1" },
        { region: "a", max: "2" },
      ],
    ],
    ["hosted.base_url", "http://gateway.example"],
    ["hosted.base_url", "https://169.254.169.254/"],
    ["hosted.base_url", "https://localhost:9000"],
    ["hosted.base_url", "https://gateway.example/?a=b"],
    ["hosted.client_id", "a\u0007b"],
    ["hosted.client_secret", "a\u0000b"],
    ["onchain.base_url", "https://10.0.0.1"],
    ["onchain.client_secret", "x".repeat(501)],
    ["onchain.webhook_secrets", { add: ["a\udc00b"] }, ".add.0"],
    ["onchain.webhook_secrets", { add: [" "] }, ".add.0"],
    ["onchain.webhook_secrets", { add: ["good", "x".repeat(501)] }, ".add.1"],
    ["onchain.webhook_secrets", { remove: ["unknown-id"] }, ".remove.0"],
    ["onchain.chains", []],
    ["onchain.chains", {}],
    ["onchain.chains", { BASE: [] }, ".BASE"],
    ["onchain.chains", { BASE: ["DAI"] }, ".BASE.0"],
    ["onchain.chains", ["SOLANA"], ".0"],
    ["onchain.default_chain", "SOLANA"],
  ])("%s: %j", (setting, value, at = "") => {
    const saved = new SavedSettings()
    saved.save({ hosted: ACCOUNT, onchain: ACCOUNT })
    const errors = errorsOf(saved.try(changeOf(setting, value)))
    expect(errors).toEqual([[setting + at, expect.stringMatching(/./)]])
    expect(errors[0]?.[1]).not.toMatch(/xxxx|a:b/)
  })

  it.each([
    ["HTTPS://Store.Example:443/", "https://store.example"],
    ["https://store.example/a/../b c//", "https://store.example/b%20c"],
  ])("an address is stored as parsed: %s", (typed, kept) => {
    const saved = new SavedSettings()
    saved.save({
      general: { backend_url: typed },
      onchain: { ...ACCOUNT, base_url: typed },
    })
    expect(storedValues(saved.rows)).toEqual({
      "general.backend_url": kept,
    })
    expect(saved.settings.accounts.onchain?.baseUrl).toBe(kept)
  })

  it("values are stored in one normalized form", () => {
    const saved = new SavedSettings()
    const fields = saved.save({
      general: {
        backend_url: " https://store.example/ ",
        currencies: { USD: ["USDC", "USDC"] },
        rules: [{ min: " 50", max: "50.0" }],
        storefront_urls: ["https://shop.example/de", "https://shop.example"],
      },
      onchain: { chains: ["BSC", "BASE", "BSC"] },
    })
    expect(fields).toEqual([
      "general.backend_url",
      "general.currencies",
      "general.rules",
      "general.storefront_urls",
      "onchain.chains",
    ])
    expect(storedValues(saved.rows)).toEqual({
      "general.backend_url": "https://store.example",
      "general.currencies": { usd: ["USDC"] },
      "general.rules": [{ min: "50.00", max: "50.00" }],
      "general.storefront_urls": ["https://shop.example"],
      "onchain.chains": ["BSC", "BASE"],
    })
    expect(
      saved.save({ general: { backend_url: "https://store.example" } })
    ).toEqual([])
  })

  it("the change names only what differs of an account", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ACCOUNT })
    const client_secret = "another-secret"
    expect(saved.save({ onchain: { ...ACCOUNT, client_secret } })).toEqual([
      "onchain.client_secret",
    ])
  })

  it("accepts http for a backend on this machine, for a local gateway", () => {
    const saved = new SavedSettings()
    saved.save({ general: { backend_url: "http://localhost:9000" } })
    expect(saved.settings.general).toMatchObject({ ok: true })
  })

  it("null removes a saved value, and changes nothing without one", () => {
    const saved = new SavedSettings()
    saved.save({ general: { item_name: "Shoes" } })
    const change = { general: { item_name: null, capture: null } }
    expect(saved.save(change)).toEqual(["general.item_name"])
    expect(saved.rows.settings).toEqual([])
  })
})

describe("in production", () => {
  const { NODE_ENV } = process.env
  beforeEach(() => {
    process.env.NODE_ENV = "production"
  })
  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV
  })

  it.each([
    "https://10.0.0.5:8006",
    "http://localhost:9000",
    "https://nas.lan",
  ])(
    "%s is rejected as the backend that the health check requests",
    (backend_url) => {
      const plan = new SavedSettings().try({ general: { backend_url } })
      expect(errorsOf(plan)).toEqual([
        ["general.backend_url", expect.stringMatching(/private network/)],
      ])
    }
  )
})

describe("chains", () => {
  const BOTH: Stablecoin[] = ["USDT", "USDC"]

  it("are saved with the coins that each takes", () => {
    const saved = new SavedSettings()
    const chains = { BASE: ["USDC" as const], POLYGON: BOTH }
    expect(saved.save({ onchain: { chains } })).toEqual(["onchain.chains"])
    expect(saved.save({ onchain: { chains } })).toEqual([])
    expect(errorsOf(saved.try({ onchain: { default_chain: "ETH" } }))).toEqual([
      ["onchain.default_chain", expect.stringContaining("POLYGON, BASE")],
    ])
  })

  it("names a default that is not offered any more", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: { chains: ["BSC", "ETH"], default_chain: "ETH" } })
    const [error] = errorsOf(saved.try({ onchain: { chains: ["BSC"] } }))
    expect(error).toEqual([
      "onchain.default_chain",
      expect.stringMatching(/ETH is not among .* choose .* BSC/),
    ])
    saved.save({ onchain: { chains: ["BSC"], default_chain: null } })
    saved.save({ onchain: { chains: ["BASE"] } })
  })

  it.each([
    [{ chains: ["POLYGON", "BSC"] }, { POLYGON: BOTH, BSC: BOTH }, "POLYGON"],
    [{ defaultChain: "ETH" }, ALL_COINS, "ETH"],
  ])(
    "are of the config where it sets the networks or the default: %j",
    (onchain, chains, defaultChain) => {
      const saved = new SavedSettings()
      saved.save({
        onchain: {
          ...ACCOUNT,
          webhook_secrets: { add: ["whsec-aaaaaaaa-1"] },
          chains: { BASE: ["USDC"] },
          default_chain: "BASE",
        },
      })
      const options = { ...WITH_KEY, onchain }
      saved.reconfigure(options)
      expect(saved.settings.onchain).toMatchObject({
        ok: true,
        value: { chains, defaultChain },
      })
      const described = describeSettings(saved.settings).onchain
      expect(described).toMatchObject({
        base_url: { source: "admin" },
        chains: { value: chains, source: "config" },
        default_chain: { value: defaultChain, source: "config" },
      })
      expect(
        errorsOf(saved.try({ onchain: { default_chain: "BASE" } }))
      ).toEqual([
        ["onchain.default_chain", expect.stringContaining("medusa-config.ts")],
      ])
    }
  )
})

describe("the admin can't change a setting of the config", () => {
  const options = {
    ...WITH_KEY,
    backendUrl: "https://store.example",
    hosted: { baseUrl: "https://g.example", clientSecret: "config-secret" },
    onchain: { clientSecret: "config-secret" },
  }
  it.each([
    ["general.backend_url", "https://x.example"],
    ["general.backend_url", null],
    ["hosted.base_url", "https://x.example"],
    ["hosted.client_secret", "another-secret"],
    ["hosted.client_secret", null],
    ["hosted.client_id", "test_shop"],
    ["onchain.base_url", "https://thief.example"],
  ])("%s: %j", (setting, value) => {
    const plan = new SavedSettings(options).try(changeOf(setting, value))
    expect(errorsOf(plan)).toEqual([
      [
        setting,
        expect.stringMatching(/is set .*in medusa-config.ts, which wins/),
      ],
    ])
  })

  it("a blank secret changes nothing", () => {
    const change = { hosted: { client_secret: " " } }
    expect(new SavedSettings(options).save(change)).toEqual([])
  })
})
