import { randomBytes } from "node:crypto"
import type { AdminUpdateSettings } from "../../../../http-types"
import { resolveSettings } from "../../settings"
import type { SettingRow } from "../../store/settings"
import { Config } from "../config"
import { layUnder } from "../lay"
import { type Plan, planChange } from "../plan-change"
import { readStored } from "../stored"

const KEY = randomBytes(32).toString("base64")
const WITH_KEY = { encryptionKeys: [KEY] }
const HOSTED = {
  base_url: "https://gateway.example",
  client_id: "test_shop",
  client_secret: "first-secret-4711",
}
const ONCHAIN = {
  base_url: "https://business.example",
  client_id: "test_shop",
  client_secret: "onchain-secret-4711",
  webhook_secrets: { add: ["whsec-aaaaaaaa-1", "whsec-bbbbbbbb-2"] },
}

/** Settings as one admin's work after another leaves them. */
class Desk {
  rows: SettingRow[] = []
  constructor(private options: unknown = WITH_KEY) {}

  try(change: AdminUpdateSettings): Plan {
    return planChange(change, new Config(this.options), this.rows, new Date())
  }

  /** @returns the fields that changed */
  save(change: AdminUpdateSettings): readonly string[] {
    const plan = this.try(change)
    if (!plan.ok) {
      throw new Error(JSON.stringify(plan.errors))
    }
    const { put, remove, fields } = plan.write
    const gone = new Set([...remove, ...put.map(({ key }) => key)])
    this.rows = [...this.rows.filter(({ key }) => !gone.has(key)), ...put]
    return [...fields].sort()
  }

  reconfigure(options: unknown): void {
    this.options = options
  }

  get settings() {
    const laid = layUnder(new Config(this.options), readStored(this.rows))
    return resolveSettings(laid.options, "", laid.provenance)
  }

  webhookIds(rail: "hosted" | "onchain"): string[] {
    return readStored(this.rows).webhookSecrets[rail].map(({ id }) => id)
  }
}

/** The errors of a change: path and sentence. */
function errorsOf(plan: Plan): [path: string, message: string][] {
  return plan.ok ? [] : plan.errors.map(({ path, message }) => [path, message])
}

describe("what is typed is judged field by field", () => {
  it.each<[path: string, change: AdminUpdateSettings]>([
    ["general.backend_url", { general: { backend_url: "store.example" } }],
    [
      "general.backend_url",
      { general: { backend_url: "http://store.example" } },
    ],
    [
      "general.backend_url",
      { general: { backend_url: "https://a:b@s.example" } },
    ],
    ["general.backend_url", { general: { backend_url: "" } }],
    ["general.currencies", { general: { currencies: {} } }],
    ["general.currencies.usd", { general: { currencies: { usd: [] } } }],
    [
      "general.currencies.usd.0",
      { general: { currencies: { usd: ["DAI" as "USDT"] } } },
    ],
    [
      "general.currencies.u d",
      { general: { currencies: { "u d": ["USDT"] } } },
    ],
    ["general.storefront_urls", { general: { storefront_urls: [] } }],
    [
      "general.storefront_urls.1",
      { general: { storefront_urls: ["https://a.example", "shop"] } },
    ],
    [
      "general.success_url",
      { general: { success_url: "javascript:alert(1)" } },
    ],
    ["general.cancel_url", { general: { cancel_url: "/cart" } }],
    [
      "general.checkout_flow",
      { general: { checkout_flow: "later" as "pay_first" } },
    ],
    ["general.capture", { general: { capture: "never" as "manual" } }],
    ["general.pending_ttl", { general: { pending_ttl: 299 } }],
    ["general.pending_ttl", { general: { pending_ttl: 300.5 } }],
    ["general.pending_ttl", { general: { pending_ttl: 1e12 } }],
    ["general.delivery_retention", { general: { delivery_retention: 60 } }],
    ["general.item_name", { general: { item_name: " " } }],
    ["general.item_name", { general: { item_name: "x".repeat(201) } }],
    ["hosted.base_url", { hosted: { base_url: "http://gateway.example" } }],
    ["hosted.base_url", { hosted: { base_url: "https://169.254.169.254/" } }],
    ["hosted.base_url", { hosted: { base_url: "https://localhost:9000" } }],
    [
      "hosted.base_url",
      { hosted: { base_url: "https://gateway.example/?a=b" } },
    ],
    ["onchain.base_url", { onchain: { base_url: "https://10.0.0.1" } }],
    ["onchain.client_id", { onchain: { client_id: " " } }],
    ["onchain.client_secret", { onchain: { client_secret: "x".repeat(501) } }],
    [
      "onchain.webhook_secrets.add.1",
      { onchain: { webhook_secrets: { add: ["good", "x".repeat(501)] } } },
    ],
    [
      "onchain.webhook_secrets.add.0",
      { onchain: { webhook_secrets: { add: [" "] } } },
    ],
    [
      "onchain.webhook_secrets.remove.0",
      { onchain: { webhook_secrets: { remove: ["nobody's"] } } },
    ],
    ["onchain.chains", { onchain: { chains: [] } }],
    ["onchain.chains.0", { onchain: { chains: ["SOLANA" as "ETH"] } }],
    [
      "onchain.default_chain",
      { onchain: { default_chain: "SOLANA" as "ETH" } },
    ],
    [
      "onchain.default_chain",
      { onchain: { chains: ["BSC"], default_chain: "ETH" } },
    ],
  ])("%s: %j", (path, change) => {
    const errors = errorsOf(new Desk().try(change))
    expect(errors).toEqual([[path, expect.stringMatching(/./)]])
    expect(errors[0]?.[1]).not.toMatch(/xxxx|a:b/)
  })

  it("and taken in one form, whatever it was typed like", () => {
    const desk = new Desk()
    const fields = desk.save({
      general: {
        backend_url: " https://store.example/ ",
        currencies: { USD: ["USDC", "USDC"] },
        storefront_urls: ["https://shop.example/de", "https://shop.example"],
      },
      onchain: { chains: ["BSC", "BASE", "BSC"] },
    })
    expect(fields).toEqual([
      "general.backend_url",
      "general.currencies",
      "general.storefront_urls",
      "onchain.chains",
    ])
    expect(readStored(desk.rows).values).toEqual({
      "general.backend_url": "https://store.example",
      "general.currencies": { usd: ["USDC"] },
      "general.storefront_urls": ["https://shop.example"],
      "onchain.chains": ["BSC", "BASE"],
    })
    expect(
      desk.save({ general: { backend_url: "https://store.example" } })
    ).toEqual([])
  })

  it("a backend on this machine may be http: a gateway of one's own reaches it", () => {
    const desk = new Desk()
    desk.save({ general: { backend_url: "http://localhost:9000" } })
    expect(desk.settings.general).toMatchObject({ ok: true })
  })

  it("null puts a value back, and what was never there changes nothing", () => {
    const desk = new Desk()
    desk.save({ general: { item_name: "Shoes" } })
    const change = { general: { item_name: null, capture: null } }
    expect(desk.save(change)).toEqual(["general.item_name"])
    expect(desk.rows).toEqual([])
  })
})

describe("networks", () => {
  it("a default that is no longer offered is named", () => {
    const desk = new Desk()
    desk.save({ onchain: { chains: ["BSC", "ETH"], default_chain: "ETH" } })
    const [error] = errorsOf(desk.try({ onchain: { chains: ["BSC"] } }))
    expect(error).toEqual([
      "onchain.default_chain",
      expect.stringMatching(/ETH is the default .* choose .* BSC/),
    ])
    desk.save({ onchain: { chains: ["BSC"], default_chain: null } })
    desk.save({ onchain: { chains: ["BASE"] } })
  })

  it("a default of the config must stay among those that an admin offers", () => {
    const desk = new Desk({ onchain: { defaultChain: "ETH" } })
    expect(errorsOf(desk.try({ onchain: { chains: ["BSC"] } }))).toEqual([
      ["onchain.chains", expect.stringContaining("must contain ETH")],
    ])
  })
})

describe("what the config sets, the admin can't", () => {
  const options = {
    ...WITH_KEY,
    backendUrl: "https://store.example",
    hosted: { baseUrl: "https://g.example", clientSecret: "config-secret" },
  }
  it.each<[path: string, change: AdminUpdateSettings]>([
    ["general.backend_url", { general: { backend_url: "https://x.example" } }],
    ["general.backend_url", { general: { backend_url: null } }],
    ["hosted.base_url", { hosted: { base_url: "https://x.example" } }],
    ["hosted.client_secret", { hosted: { client_secret: "another-secret" } }],
    ["hosted.client_secret", { hosted: { client_secret: null } }],
  ])("%s: %j", (path, change) => {
    expect(errorsOf(new Desk(options).try(change))).toEqual([
      [path, expect.stringMatching(/is set in medusa-config.ts, which wins/)],
    ])
  })

  it("nor the address that a secret of the config would be sent to", () => {
    const desk = new Desk({ onchain: { clientSecret: "config-secret" } })
    const change = { onchain: { base_url: "https://thief.example" } }
    expect(errorsOf(desk.try(change))).toEqual([
      ["onchain.base_url", expect.stringContaining("set onchain.baseUrl")],
    ])
  })

  it("a blank secret means none was typed", () => {
    const change = { hosted: { client_secret: " ", client_id: "test_a" } }
    expect(new Desk(options).save(change)).toEqual(["hosted.client_id"])
  })
})

describe("a client secret", () => {
  it.each([
    { client_secret: "secret-4711" },
    { webhook_secrets: { add: ["secret-4711"] } },
  ])("is not taken without an encryption key: %j", (onchain) => {
    const errors = errorsOf(new Desk({}).try({ onchain }))
    expect(errors).toEqual([
      [expect.any(String), expect.stringContaining("openssl rand -base64 32")],
    ])
  })

  it("stays where it is while it is left blank", () => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED })
    expect(desk.save({ hosted: { client_secret: "" } })).toEqual([])
    expect(desk.save({ hosted: HOSTED })).toEqual([])
    expect(desk.settings.hosted).toMatchObject({
      value: { clientSecret: HOSTED.client_secret, network: "public" },
    })
  })

  it.each([
    { base_url: "https://other.example" },
    { client_id: "test_other" },
    { base_url: null },
  ])("must be entered again when it would go elsewhere: %j", (hosted) => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED })
    expect(errorsOf(desk.try({ hosted }))).toEqual([
      [
        "hosted.client_secret",
        expect.stringContaining("enter the secret again"),
      ],
    ])
    for (const client_secret of ["entered-again-1", null]) {
      expect(
        errorsOf(desk.try({ hosted: { ...hosted, client_secret } }))
      ).toEqual([])
    }
  })

  it("is not used for an address that the config changed to, until it is entered again", () => {
    const desk = new Desk({
      ...WITH_KEY,
      hosted: { baseUrl: "https://a.example" },
    })
    const { client_id, client_secret } = HOSTED
    desk.save({ hosted: { client_id, client_secret } })
    expect(desk.settings.hosted.ok).toBe(true)

    desk.reconfigure({ ...WITH_KEY, hosted: { baseUrl: "https://b.example" } })
    expect(desk.settings.hosted).toEqual({
      ok: false,
      problems: [
        expect.stringMatching(
          /^hosted.clientSecret can't be used. It was entered for another base URL/
        ),
      ],
    })
    expect(desk.settings.webhookSecrets.hosted).toEqual([])
    desk.reconfigure({ ...WITH_KEY, hosted: { baseUrl: "https://a.example/" } })
    expect(desk.settings.hosted.ok).toBe(true)
  })

  it("of the hosted rail that is replaced may still sign webhooks, and is kept once", () => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED })
    const second = "second-secret-4711"
    expect(desk.save({ hosted: { client_secret: second } })).toEqual([
      "hosted.client_secret",
      "hosted.webhook_secrets",
    ])
    expect(desk.settings.webhookSecrets.hosted).toEqual([
      second,
      HOSTED.client_secret,
    ])
    // And back: each once, whatever signs with which.
    desk.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(desk.settings.webhookSecrets.hosted).toEqual([
      HOSTED.client_secret,
      second,
    ])
    const remove = desk.webhookIds("hosted")
    desk.save({ hosted: { webhook_secrets: { remove } } })
    expect(desk.settings.webhookSecrets.hosted).toEqual([HOSTED.client_secret])
  })

  it("of another account signs nothing of the new one's", () => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED })
    const client_id = "test_other"
    desk.save({ hosted: { client_id, client_secret: "second-secret-4711" } })
    expect(desk.settings.webhookSecrets.hosted).toEqual(["second-secret-4711"])
  })

  it("of the onchain rail signs no webhooks, so that it is gone when it is replaced", () => {
    const desk = new Desk()
    desk.save({ onchain: ONCHAIN })
    desk.save({ onchain: { client_secret: "another-secret-4711" } })
    expect(desk.settings.webhookSecrets.onchain).toEqual(
      ONCHAIN.webhook_secrets.add
    )
  })
})

describe("webhook secrets", () => {
  it("add up, are kept once, and go one by one", () => {
    const desk = new Desk({
      ...WITH_KEY,
      onchain: { webhookSecrets: ["of-the-config"] },
    })
    desk.save({ onchain: ONCHAIN })
    const add = [
      "of-the-config",
      " whsec-aaaaaaaa-1 ",
      "whsec-new",
      "whsec-new",
    ]
    const [, second] = desk.webhookIds("onchain")
    desk.save({ onchain: { webhook_secrets: { add, remove: [second!] } } })
    expect(desk.settings.webhookSecrets.onchain).toEqual([
      "of-the-config",
      "whsec-aaaaaaaa-1",
      "whsec-new",
    ])
    expect(
      desk.save({ onchain: { webhook_secrets: { add: ["whsec-new"] } } })
    ).toEqual([])
  })

  it("are at most 20", () => {
    const add = Array.from({ length: 20 }, (_, index) => `whsec-${index}`)
    const desk = new Desk()
    desk.save({ onchain: { webhook_secrets: { add } } })
    const more = { onchain: { webhook_secrets: { add: ["one-more"] } } }
    expect(errorsOf(desk.try(more))).toEqual([
      ["onchain.webhook_secrets", expect.stringContaining("at most 20")],
    ])
  })
})

describe("what is stored", () => {
  it("holds no secret that could be read, and four characters of long ones alone", () => {
    const desk = new Desk()
    desk.save({
      hosted: HOSTED,
      onchain: { ...ONCHAIN, webhook_secrets: { add: ["short-5!"] } },
    })
    const text = JSON.stringify(desk.rows)
    for (const secret of [
      HOSTED.client_secret,
      ONCHAIN.client_secret,
      "short-5!",
    ]) {
      expect(text).not.toContain(secret)
    }
    const stored = readStored(desk.rows)
    expect(stored.clientSecrets.hosted?.last4).toBe("4711")
    expect(stored.webhookSecrets.onchain[0]?.last4).toBe(null)
  })

  it("opens nowhere else: a ciphertext that is moved, or whose address is changed, is no secret", () => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED, onchain: { ...ONCHAIN, ...HOSTED } })
    const of = (key: string) => desk.rows.find((each) => each.key === key)!
    const moved = {
      ...of("hosted.client_secret"),
      key: "onchain.client_secret",
    }
    const others = desk.rows.filter(({ key }) => key !== moved.key)
    desk.rows = [...others, moved]
    expect(desk.settings.onchain.ok).toBe(false)

    const value = {
      ...(of("hosted.client_secret").value as object),
      base_url: "https://thief.example",
    }
    desk.rows = [
      { key: "hosted.client_secret", value },
      { key: "hosted.base_url", value: { value: "https://thief.example" } },
      of("hosted.client_id"),
    ]
    expect(desk.settings.hosted).toMatchObject({
      ok: false,
      problems: [expect.stringContaining("It does not open")],
    })
  })

  it("is a problem in words, and no crash, when its key is gone", () => {
    const desk = new Desk()
    desk.save({ hosted: HOSTED, onchain: ONCHAIN })
    desk.reconfigure({ encryptionKeys: [randomBytes(32).toString("base64")] })
    expect(desk.settings.hosted).toMatchObject({
      problems: [expect.stringContaining("Add that key again")],
    })
    expect(desk.settings.onchain).toMatchObject({
      problems: [
        expect.stringMatching(/^onchain.clientSecret can't be used/),
        expect.stringMatching(/^onchain.webhookSecrets can't be used/),
      ],
    })
    // What can't be read any more may be entered again.
    desk.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(desk.settings.hosted.ok).toBe(true)
  })
})
