import { type Setting, SETTINGS } from "../../../../settings"
import type { SettingRow, StoredRows } from "../../repository/settings/settings"
import { describeSettings } from "../describe"
import { FIELDS, keyOf, optionOf } from "../effective-settings"
import { resolveSettings } from "../settings"
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
    case "percent":
      return ["3.5", "4"]
    case "sources":
      return [[{ type: "ecb" }], [{ type: "fixed", rates: { eur: "1.1" } }]]
    case "rules":
      return [[{ coins: ["USDC"] }], [{ chain: "ETH", min: "50.00" }]]
    case "choice":
      return [setting.choices[1], setting.choices[1]]
    case "number":
      return [setting.min + 1, setting.min + 2]
    case "text":
      return ["Config", "Admin"]
  }
}

const EXAMPLES: Record<string, Examples> = {
  ...Object.fromEntries(
    SETTINGS.map((setting) => [
      `${setting.part}.${setting.name}`,
      examplesOf(setting),
    ])
  ),
  "onchain.chains": [{ BSC: ["USDT"] }, { BASE: ["USDC"] }],
  "onchain.default_chain": ["BSC", "BASE"],
}

const NONE: StoredRows = { settings: [], accounts: [], prices: [] }

const row = (key: string, value: unknown): SettingRow => ({
  key,
  value: { value },
})

/** Options with one setting, named as in the config. */
function optionsWith(option: string, value: unknown): Record<string, unknown> {
  const [part, name] = option.split(".")
  return name ? { [part!]: { [name]: value } } : { [option]: value }
}

function described(
  options: unknown,
  settings: SettingRow[],
  { accounts } = NONE
) {
  const rows = { settings, accounts, prices: [] }
  const { general, pricing, hosted, onchain } = describeSettings(
    resolveSettings(options, CORS, rows)
  )
  return { general, pricing, hosted, onchain } as unknown as Record<
    string,
    Record<string, { value: unknown; source: string; problem?: string }>
  >
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

    it.each<[string, SettingRow[]]>([
      ["without a row", []],
      ["for a row whose JSON is null", [{ key, value: null }]],
    ])("is the default, or none, %s", (_, rows) => {
      const { source, value } = seen({}, rows)!
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

describe("an account of the config", () => {
  const hosted = { clientId: "test_shop", clientSecret: "hosted-secret-4711" }

  it("takes no address that was entered in the admin", () => {
    const saved = new SavedSettings()
    saved.save({
      hosted: {
        base_url: "https://thief.example",
        client_id: "test_shop",
        client_secret: "secret-of-the-admin",
      },
    })
    saved.reconfigure({ ...WITH_KEY, hosted })
    expect(saved.settings.hosted).toEqual({
      ok: false,
      problems: [expect.stringContaining("hosted.baseUrl is missing")],
    })
    expect(saved.settings.accounts.hosted).toBe(null)
    expect(described({ hosted }, [], saved.rows).hosted).toMatchObject({
      base_url: { value: null, source: "config" },
      client_id: { value: "test_shop", source: "config" },
    })
  })

  it("is shown as set, with only the last four characters of its secret", () => {
    const whole = { ...hosted, baseUrl: "https://gateway.example" }
    const shown = JSON.stringify(described({ hosted: whole }, []))
    expect(shown).toContain('"last4":"4711"')
    expect(shown).not.toContain("hosted-secret")
    const short = { ...whole, clientSecret: "short-4711" }
    expect(JSON.stringify(described({ hosted: short }, []))).not.toContain(
      "4711"
    )
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
