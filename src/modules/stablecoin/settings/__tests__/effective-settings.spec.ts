import { type Setting, SETTINGS } from "../../../../settings"
import { resolveSettings } from "../settings"
import type { SettingRow } from "../../repository/settings/settings"
import { Config } from "../config"
import { describeSettings } from "../describe"
import { FIELDS, keyOf, optionOf } from "../fields"
import { mergeSettings } from "../effective-settings"
import { readStored } from "../stored"
import { SavedSettings, WITH_KEY } from "./saved-settings"

const CORS = "https://shop.example"

type Examples = [config: unknown, admin: unknown]

/**
 * Two values of a declared setting that differ from its default, for config and
 * admin.
 */
function examplesOf(setting: Setting): Examples {
  switch (setting.kind) {
    case "address":
      return ["https://config.example", "https://admin.example"]
    case "template":
      return ["https://a.example/ok", "https://b.example/ok"]
    case "origins":
      return [["https://a.example"], ["https://b.example"]]
    case "coins":
      return [{ eur: ["USDC"] }, { gbp: ["USDT"] }]
    case "choice":
      return [setting.choices[1], setting.choices[1]]
    case "number":
    case "duration":
    case "days":
      return [setting.min + 1, setting.min + 2]
    case "text":
      return ["Config", "Admin"]
  }
}

const EXAMPLES: Record<string, Examples> = {
  ...Object.fromEntries(
    SETTINGS.map((setting) => [`general.${setting.name}`, examplesOf(setting)])
  ),
  "hosted.base_url": ["http://localhost:1", "https://admin.example"],
  "hosted.client_id": ["test_config", "test_admin"],
  "onchain.base_url": ["http://localhost:1", "https://admin.example"],
  "onchain.client_id": ["test_config", "test_admin"],
  "onchain.chains": [{ BSC: ["USDT"] }, { BASE: ["USDC"] }],
  "onchain.default_chain": ["BSC", "BASE"],
}

const row = (key: string, value: unknown): SettingRow => ({
  key,
  value: { value },
})

/** Options with one setting, named as in the config. */
function optionsWith(option: string, value: unknown): Record<string, unknown> {
  const [part, name] = option.split(".")
  return name ? { [part!]: { [name]: value } } : { [option]: value }
}

function described(options: unknown, rows: SettingRow[]) {
  const { general, hosted, onchain } = describeSettings(
    new Config(options),
    { version: "0", rows },
    CORS
  )
  return { general, hosted, onchain } as unknown as Record<
    string,
    Record<string, { value: unknown; source: string; problem?: string }>
  >
}

function settingsOf(options: unknown, rows: SettingRow[]) {
  const effective = mergeSettings(new Config(options), readStored(rows))
  return resolveSettings(effective.options, CORS, effective.provenance)
}

describe.each(FIELDS.map((field) => [keyOf(field), field] as const))(
  "%s",
  (key, field) => {
    const [ofConfig, ofAdmin] = EXAMPLES[key]!
    const seen = (options: unknown, rows: SettingRow[]) =>
      described(options, rows)[field.part]?.[field.name]

    it("is the value of the config over the admin's", () => {
      const options = optionsWith(optionOf(field), ofConfig)
      expect(seen(options, [row(key, ofAdmin)])).toEqual({
        value: ofConfig,
        source: "config",
      })
    })

    it.each([
      ["no value", undefined],
      ["the empty text of an unset variable", ""],
    ])("is the value of the admin if the config has %s", (_, unset) => {
      const options = optionsWith(optionOf(field), unset)
      expect(seen(options, [row(key, ofAdmin)])).toEqual({
        value: ofAdmin,
        source: "admin",
      })
    })

    it("is the default, or none, without a value in config and admin", () => {
      const { source, value } = seen({}, [])!
      expect(source).toBe(value === null ? "none" : "default")
    })

    it("has a problem, and no value, for an invalid one in the database", () => {
      expect(seen({}, [row(key, { wrong: 1 })])).toMatchObject({
        value: null,
        source: "admin",
        problem: expect.stringMatching(/./),
      })
    })
  }
)

describe("payments use the settings that the admin shows", () => {
  const rows = [
    row("general.backend_url", "https://admin.example"),
    row("general.item_name", "Shoes"),
    row("onchain.chains", ["BASE", "BSC"]),
  ]

  it("with values of the admin", () => {
    const options = {
      onchain: {
        baseUrl: "https://business.example",
        clientId: "test_business",
        clientSecret: "onchain-secret-4711",
        webhookSecrets: ["whsec-4711"],
      },
    }
    expect(settingsOf(options, rows)).toMatchObject({
      general: { ok: true, value: { itemName: "Shoes", capture: "automatic" } },
      onchain: {
        ok: true,
        value: {
          chains: { BASE: ["USDT", "USDC"], BSC: ["USDT", "USDC"] },
          defaultChain: "BASE",
        },
      },
      webhookSigners: { onchain: [{ secret: "whsec-4711" }] },
    })
  })

  it("with invalid options", () => {
    for (const options of ["text", 42, null, [1]]) {
      expect(settingsOf(options, rows).onchain.ok).toBe(false)
    }
  })
})

describe("a client secret of the config", () => {
  const hosted = { clientId: "test_shop", clientSecret: "hosted-secret-4711" }
  const rows = [row("hosted.base_url", "https://thief.example")]

  it("is not sent to an address entered in the admin", () => {
    const { hosted: resolved } = settingsOf({ hosted }, rows)
    expect(resolved).toEqual({
      ok: false,
      problems: [expect.stringContaining("Set hosted.baseUrl as well")],
    })
    expect(settingsOf({ hosted }, rows).credentials.hosted).not.toHaveProperty(
      "baseUrl",
      "https://thief.example"
    )
    expect(described({ hosted }, rows).hosted?.base_url).toEqual({
      value: null,
      source: "none",
      locked: expect.stringContaining("hosted.clientSecret is set in medusa"),
    })
  })

  it("is shown as set, with only its last four characters", () => {
    const shown = JSON.stringify(described({ hosted }, []))
    expect(shown).toContain('"last4":"4711"')
    expect(shown).not.toContain("hosted-secret")
    const short = { ...hosted, clientSecret: "short-4711" }
    expect(JSON.stringify(described({ hosted: short }, []))).not.toContain(
      "4711"
    )
  })
})

describe.each([
  ["one text", "whsec-not-split"],
  ["a list with a number", ["whsec-good-0001", 5]],
])("a list of webhook secrets in the config that is %s", (_, written) => {
  const options = (encryptionKeys: string[]) => ({
    encryptionKeys,
    onchain: {
      baseUrl: "https://business.example",
      clientId: "test_business",
      clientSecret: "onchain-secret-4711",
      webhookSecrets: written,
    },
  })
  const saved = new SavedSettings(options(WITH_KEY.encryptionKeys))
  saved.save({ onchain: { webhook_secrets: { add: ["whsec-of-admin-1"] } } })

  it("stays a reported problem, also with secrets of the admin", () => {
    expect(saved.settings.onchain).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^onchain.webhookSecrets/)],
    })
  })

  it("keeps the admin's secrets in use, and marks the rail as unreadable", () => {
    expect(saved.secrets("onchain")).toContain("whsec-of-admin-1")
    expect(saved.settings.unreadable).toEqual({ hosted: false, onchain: true })
  })
})

it.each([
  ["https://user:pass-4711@gateway.example/v2", "https://gateway.example/v2"],
  ["https:\\\\user:pass-4711@gateway.example/v2/", null],
])("the password in %s of the config is not shown", (baseUrl, value) => {
  const shown = described({ backendUrl: baseUrl, hosted: { baseUrl } }, [])
  expect(shown.hosted?.base_url?.value).toBe(value)
  expect(shown.general?.backend_url).toMatchObject({
    value: null,
    problem: expect.stringContaining("must"),
  })
  expect(JSON.stringify(shown)).not.toContain("4711")
})

it.each([
  ["config", { hosted: { baseUrl: "http://localhost:1" } }, undefined],
  ["admin", {}, "public"],
])("an address of the %s has its address scope", (_, options, addressScope) => {
  const rows = [row("hosted.base_url", "https://admin.example")]
  const { credentials } = settingsOf(options, rows)
  expect(credentials.hosted.addressScope).toBe(addressScope)
})

it.each([null, "text", { value: undefined }, { secrets: "none" }, []])(
  "ignores an invalid row: %j",
  (value) => {
    const keys = ["general.item_name", "hosted.client_secret"]
    const more = ["onchain.webhook_secrets", "hosted.mode"]
    const rows = [...keys, ...more].map((key) => ({ key, value }))
    expect(described({}, rows)).toEqual(described({}, []))
  }
)
