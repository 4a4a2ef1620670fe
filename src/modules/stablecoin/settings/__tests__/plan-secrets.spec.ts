import { randomBytes } from "node:crypto"
import { describeSettings } from "../describe"
import { errorsOf, SavedSettings, WITH_KEY } from "./saved-settings"

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
const OTHER = { client_id: "test_other", client_secret: "second-secret-4711" }

describe("an account", () => {
  it("is rejected without an encryption key", () => {
    expect(errorsOf(new SavedSettings({}).try({ onchain: ONCHAIN }))).toEqual([
      [
        "onchain.client_secret",
        expect.stringContaining("openssl rand -base64 32"),
      ],
      [
        "onchain.webhook_secrets.add",
        expect.stringContaining("openssl rand -base64 32"),
      ],
    ])
  })

  it.each([
    [{ base_url: HOSTED.base_url }, ["client_id", "client_secret"]],
    [{ client_secret: "secret-4711" }, ["base_url", "client_id"]],
    [{ ...HOSTED, client_secret: " " }, ["client_secret"]],
  ])("is entered as a whole: %j", (hosted, missing) => {
    expect(errorsOf(new SavedSettings().try({ hosted }))).toEqual(
      missing.map((name) => [
        `hosted.${name}`,
        expect.stringContaining("must be set"),
      ])
    )
  })

  it("stays unchanged while its secret is left blank", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    expect(saved.save({ hosted: { client_secret: "" } })).toEqual([])
    expect(saved.save({ hosted: HOSTED })).toEqual([])
    expect(saved.settings.hosted).toMatchObject({
      value: { clientSecret: HOSTED.client_secret, addressScope: "public" },
    })
  })

  it.each([{ base_url: "https://other.example" }, { client_id: "test_other" }])(
    "of another address or client needs its secret: %j",
    (hosted) => {
      const saved = new SavedSettings()
      saved.save({ hosted: HOSTED })
      expect(errorsOf(saved.try({ hosted }))).toEqual([
        [
          "hosted.client_secret",
          expect.stringContaining("Enter the secret again"),
        ],
      ])
      const client_secret = "entered-again-1"
      const entered = { hosted: { ...hosted, client_secret } }
      expect(errorsOf(saved.try(entered))).toEqual([])
    }
  )

  it("that was replaced is retained with all its secrets", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    expect(saved.save({ onchain: OTHER })).toEqual([
      "onchain.client_id",
      "onchain.client_secret",
    ])
    const { accounts, onchain, retained } = saved.settings
    expect(accounts.onchain).toMatchObject({
      clientId: OTHER.client_id,
      webhookSecrets: [],
    })
    expect(onchain).toMatchObject({
      problems: [expect.stringContaining("onchain.webhookSecrets is missing")],
    })
    expect(retained).toMatchObject([
      { clientId: ONCHAIN.client_id, clientSecret: ONCHAIN.client_secret },
    ])
    expect(saved.secrets("onchain")).toEqual(ONCHAIN.webhook_secrets.add)
  })

  it("has its webhook secrets again when it is entered again", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    saved.save({ onchain: OTHER })
    const { client_id, client_secret } = ONCHAIN
    saved.save({ onchain: { client_id, client_secret } })
    expect(saved.settings.onchain.ok).toBe(true)
    expect(saved.webhookIds("onchain")).toHaveLength(2)
  })

  it("is removed with its secret, and retained", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    expect(saved.save({ hosted: { client_secret: null } })).toEqual([
      "hosted.client_secret",
    ])
    const { accounts, retained } = saved.settings
    expect(accounts.hosted).toBe(null)
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret])
    const remove = retained[0]!.webhookSecrets.flatMap(({ id }) => id ?? [])
    saved.save({ hosted: { webhook_secrets: { remove } } })
    expect(saved.secrets("hosted")).toEqual([])
  })

  it("of the config replaces that of the admin as a whole, and the other way round", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    saved.reconfigure({ ...WITH_KEY, hosted: { clientId: "test_shop" } })
    expect(saved.settings.hosted).toMatchObject({
      problems: [
        expect.stringMatching(/^hosted.baseUrl is missing: set it in the opt/),
        expect.stringMatching(/^hosted.clientSecret is missing/),
      ],
    })
    // Payments were started with it.
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret])
    saved.reconfigure(WITH_KEY)
    expect(saved.settings.hosted.ok).toBe(true)
  })

  it("is not used for a new address in the config until it is entered again", () => {
    const at = (baseUrl: string) => ({ ...WITH_KEY, hosted: { baseUrl } })
    const saved = new SavedSettings(at("http://localhost:1"))
    const { client_id, client_secret } = HOSTED
    saved.save({ hosted: { client_id, client_secret } })
    expect(saved.settings.hosted).toMatchObject({
      value: { baseUrl: "http://localhost:1", addressScope: undefined },
    })
    const base_url = "https://thief.example"
    expect(errorsOf(saved.try({ hosted: { ...HOSTED, base_url } }))).toEqual([
      ["hosted.base_url", expect.stringContaining("medusa-config.ts")],
    ])

    saved.reconfigure(at("http://localhost:2"))
    expect(saved.settings.hosted).toMatchObject({
      problems: [expect.stringContaining("entered for another base URL")],
    })
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret])
    saved.reconfigure(at("http://localhost:1/"))
    expect(saved.settings.hosted.ok).toBe(true)
    saved.reconfigure(at("http://localhost:2"))
    saved.save({ hosted: { client_secret } })
    expect(saved.settings.accounts.hosted?.baseUrl).toBe("http://localhost:2")
  })

  it("that moves to the config keeps the secrets that were entered for it", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    const [first, second] = ONCHAIN.webhook_secrets.add
    saved.reconfigure({
      ...WITH_KEY,
      onchain: {
        baseUrl: ONCHAIN.base_url,
        clientId: ONCHAIN.client_id,
        clientSecret: ONCHAIN.client_secret,
        webhookSecrets: [first],
      },
    })
    expect(saved.secrets("onchain")).toEqual([first, second])
    const [remove] = saved.webhookIds("onchain")
    saved.save({ onchain: { webhook_secrets: { remove: [remove!] } } })
    expect(saved.secrets("onchain")).toEqual([first])
  })
})

describe("a replaced client secret", () => {
  it("of the hosted rail still verifies webhooks, and is listed once", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    const second = "second-secret-4711"
    expect(saved.save({ hosted: { client_secret: second } })).toEqual([
      "hosted.client_secret",
    ])
    expect(saved.secrets("hosted")).toEqual([second, HOSTED.client_secret])
    // And back: each secret is listed once.
    saved.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret, second])
    const remove = saved.webhookIds("hosted")
    saved.save({ hosted: { webhook_secrets: { remove } } })
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret])
  })

  it("of the onchain rail verifies nothing, and is deleted", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    saved.save({ onchain: { client_secret: "another-secret-4711" } })
    expect(saved.secrets("onchain")).toEqual(ONCHAIN.webhook_secrets.add)
  })
})

describe("webhook secrets", () => {
  it("are added, stored once, and removed one by one", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    const add = [" whsec-aaaaaaaa-1 ", "whsec-new", "whsec-new"]
    const [, second] = saved.webhookIds("onchain")
    saved.save({ onchain: { webhook_secrets: { add, remove: [second!] } } })
    expect(saved.secrets("onchain")).toEqual(["whsec-aaaaaaaa-1", "whsec-new"])
    expect(
      saved.save({ onchain: { webhook_secrets: { add: ["whsec-new"] } } })
    ).toEqual([])
  })

  it("that are removed verify nothing of any account", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    const [leaked, other] = ONCHAIN.webhook_secrets.add
    saved.save({ onchain: { ...OTHER, webhook_secrets: { add: [leaked!] } } })
    const remove = saved.webhookIds("onchain")
    saved.save({ onchain: { webhook_secrets: { remove } } })
    expect(saved.secrets("onchain")).toEqual([other])
  })

  it("need the account that they belong to", () => {
    const change = { onchain: { webhook_secrets: { add: ["whsec-1"] } } }
    expect(errorsOf(new SavedSettings().try(change))).toEqual([
      [
        "onchain.webhook_secrets.add",
        expect.stringContaining("There is no account yet"),
      ],
    ])
  })

  it("are limited to 20", () => {
    const add = Array.from({ length: 20 }, (_, index) => `whsec-${index}`)
    const saved = new SavedSettings()
    saved.save({ onchain: { ...ONCHAIN, webhook_secrets: { add } } })
    const more = { onchain: { webhook_secrets: { add: ["one-more"] } } }
    expect(errorsOf(saved.try(more))).toEqual([
      ["onchain.webhook_secrets", expect.stringContaining("at most 20")],
    ])
  })
})

describe("a stored account", () => {
  it("contains no readable secret", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED, onchain: ONCHAIN })
    const text = JSON.stringify(saved.rows)
    for (const secret of [
      HOSTED.client_secret,
      ONCHAIN.client_secret,
      ...ONCHAIN.webhook_secrets.add,
    ]) {
      expect(text).not.toContain(secret.slice(-4))
    }
  })

  it.each([
    ["of another address", { base_url: "https://thief.example" }],
    ["of another rail", { rail: "onchain" as const }],
    ["with another key", { key: "hosted_0000000000000000" }],
  ])("can't be decrypted as one %s", (_, changed) => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    const [row] = saved.rows.accounts
    const stolen = { ...row!, ...changed }
    saved.rows = { ...saved.rows, accounts: [stolen] }
    const { rail } = stolen
    expect(saved.settings[rail]).toMatchObject({
      ok: false,
      problems: [expect.stringContaining("It does not open")],
    })
    expect(saved.settings.unreadable[rail]).toEqual([stolen.key])
  })

  it("reports a problem when its encryption key is missing", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED, onchain: ONCHAIN })
    saved.reconfigure({ encryptionKeys: [randomBytes(32).toString("base64")] })
    for (const rail of ["hosted", "onchain"] as const) {
      expect(saved.settings[rail]).toMatchObject({
        problems: [
          expect.stringMatching(
            /\.clientSecret can't be used\. .+ Add that key again/
          ),
        ],
      })
      expect(describeSettings(saved.settings)[rail]).toMatchObject({
        ready: false,
        client_secret: { set: true, problem: expect.any(String) },
      })
    }
    // Secrets that can't be read any more may be entered again.
    expect(
      errorsOf(saved.try({ hosted: { client_id: HOSTED.client_id } }))
    ).toEqual([
      ["hosted.client_secret", expect.stringContaining("can't be read")],
    ])
    saved.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(saved.settings.hosted.ok).toBe(true)
    expect(saved.settings.unreadable.hosted).toEqual([])
  })
})
