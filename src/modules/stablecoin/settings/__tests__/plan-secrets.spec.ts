import { randomBytes } from "node:crypto"
import { readStored } from "../stored"
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

describe("a client secret", () => {
  it.each([
    { client_secret: "secret-4711" },
    { webhook_secrets: { add: ["secret-4711"] } },
  ])("is rejected without an encryption key: %j", (onchain) => {
    const errors = errorsOf(new SavedSettings({}).try({ onchain }))
    expect(errors).toEqual([
      [expect.any(String), expect.stringContaining("openssl rand -base64 32")],
    ])
  })

  it("stays unchanged while it is left blank", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    expect(saved.save({ hosted: { client_secret: "" } })).toEqual([])
    expect(saved.save({ hosted: HOSTED })).toEqual([])
    expect(saved.settings.hosted).toMatchObject({
      value: { clientSecret: HOSTED.client_secret, addressScope: "public" },
    })
  })

  it.each([
    { base_url: "https://other.example" },
    { client_id: "test_other" },
    { base_url: null },
  ])("must be entered again for another address or client: %j", (hosted) => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    expect(errorsOf(saved.try({ hosted }))).toEqual([
      [
        "hosted.client_secret",
        expect.stringContaining("enter the secret again"),
      ],
    ])
    for (const client_secret of ["entered-again-1", null]) {
      expect(
        errorsOf(saved.try({ hosted: { ...hosted, client_secret } }))
      ).toEqual([])
    }
  })

  it("is not used for a new address in the config until it is entered again", () => {
    const saved = new SavedSettings({
      ...WITH_KEY,
      hosted: { baseUrl: "https://a.example" },
    })
    const { client_id, client_secret } = HOSTED
    saved.save({ hosted: { client_id, client_secret } })
    expect(saved.settings.hosted.ok).toBe(true)

    saved.reconfigure({ ...WITH_KEY, hosted: { baseUrl: "https://b.example" } })
    expect(saved.settings.hosted).toEqual({
      ok: false,
      problems: [
        expect.stringMatching(
          /^hosted.clientSecret can't be used. It was entered for another base URL/
        ),
      ],
    })
    expect(saved.secrets("hosted")).toEqual([])
    saved.reconfigure({
      ...WITH_KEY,
      hosted: { baseUrl: "https://a.example/" },
    })
    expect(saved.settings.hosted.ok).toBe(true)
  })

  it("of the hosted rail still verifies webhooks after it was replaced, and is listed once", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    const second = "second-secret-4711"
    expect(saved.save({ hosted: { client_secret: second } })).toEqual([
      "hosted.client_secret",
      "hosted.webhook_secrets",
    ])
    expect(saved.secrets("hosted")).toEqual([second, HOSTED.client_secret])
    // And back: each secret is listed once.
    saved.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret, second])
    const remove = saved.webhookIds("hosted")
    saved.save({ hosted: { webhook_secrets: { remove } } })
    expect(saved.secrets("hosted")).toEqual([HOSTED.client_secret])
  })

  it("of the hosted rail still verifies webhooks after it was removed", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    const client_secret = "second-secret-4711"
    expect(saved.save({ hosted: { client_secret: null } })).toEqual([
      "hosted.client_secret",
      "hosted.webhook_secrets",
    ])
    expect(saved.settings.hosted.ok).toBe(false)
    saved.save({ hosted: { client_secret } })
    expect(saved.secrets("hosted")).toEqual([
      client_secret,
      HOSTED.client_secret,
    ])
    const remove = saved.webhookIds("hosted")
    saved.save({ hosted: { webhook_secrets: { remove } } })
    expect(saved.secrets("hosted")).toEqual([client_secret])
  })

  it("of another account verifies no webhooks of the new one", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED })
    const client_id = "test_other"
    saved.save({ hosted: { client_id, client_secret: "second-secret-4711" } })
    expect(saved.secrets("hosted")).toEqual(["second-secret-4711"])
  })

  it("of the onchain rail verifies no webhooks, and is deleted when it is replaced", () => {
    const saved = new SavedSettings()
    saved.save({ onchain: ONCHAIN })
    saved.save({ onchain: { client_secret: "another-secret-4711" } })
    expect(saved.secrets("onchain")).toEqual(ONCHAIN.webhook_secrets.add)
  })
})

describe("webhook secrets", () => {
  it("are added, stored once, and removed one by one", () => {
    const saved = new SavedSettings({
      ...WITH_KEY,
      onchain: { webhookSecrets: ["of-the-config"] },
    })
    saved.save({ onchain: ONCHAIN })
    const add = [
      "of-the-config",
      " whsec-aaaaaaaa-1 ",
      "whsec-new",
      "whsec-new",
    ]
    const [, second] = saved.webhookIds("onchain")
    saved.save({ onchain: { webhook_secrets: { add, remove: [second!] } } })
    expect(saved.secrets("onchain")).toEqual([
      "of-the-config",
      "whsec-aaaaaaaa-1",
      "whsec-new",
    ])
    expect(
      saved.save({ onchain: { webhook_secrets: { add: ["whsec-new"] } } })
    ).toEqual([])
  })

  it("are limited to 20", () => {
    const add = Array.from({ length: 20 }, (_, index) => `whsec-${index}`)
    const saved = new SavedSettings()
    saved.save({ onchain: { webhook_secrets: { add } } })
    const more = { onchain: { webhook_secrets: { add: ["one-more"] } } }
    expect(errorsOf(saved.try(more))).toEqual([
      ["onchain.webhook_secrets", expect.stringContaining("at most 20")],
    ])
  })
})

describe("the stored settings", () => {
  it("contain no readable secret, only four characters of long ones", () => {
    const saved = new SavedSettings()
    saved.save({
      hosted: HOSTED,
      onchain: { ...ONCHAIN, webhook_secrets: { add: ["short-5!"] } },
    })
    const text = JSON.stringify(saved.rows)
    for (const secret of [
      HOSTED.client_secret,
      ONCHAIN.client_secret,
      "short-5!",
    ]) {
      expect(text).not.toContain(secret)
    }
    const stored = readStored(saved.rows)
    expect(stored.clientSecrets.hosted?.last4).toBe("4711")
    expect(stored.webhookSecrets.onchain[0]?.last4).toBe(null)
  })

  it("can't be decrypted in another row or for another address", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED, onchain: { ...ONCHAIN, ...HOSTED } })
    const of = (key: string) => saved.rows.find((each) => each.key === key)!
    const moved = {
      ...of("hosted.client_secret"),
      key: "onchain.client_secret",
    }
    const others = saved.rows.filter(({ key }) => key !== moved.key)
    saved.rows = [...others, moved]
    expect(saved.settings.onchain.ok).toBe(false)

    const value = {
      ...(of("hosted.client_secret").value as object),
      base_url: "https://thief.example",
    }
    saved.rows = [
      { key: "hosted.client_secret", value },
      { key: "hosted.base_url", value: { value: "https://thief.example" } },
      of("hosted.client_id"),
    ]
    expect(saved.settings.hosted).toMatchObject({
      ok: false,
      problems: [expect.stringContaining("It does not open")],
    })
  })

  it("report a problem when their encryption key is missing", () => {
    const saved = new SavedSettings()
    saved.save({ hosted: HOSTED, onchain: ONCHAIN })
    saved.reconfigure({ encryptionKeys: [randomBytes(32).toString("base64")] })
    expect(saved.settings.hosted).toMatchObject({
      problems: [expect.stringContaining("Add that key again")],
    })
    expect(saved.settings.onchain).toMatchObject({
      problems: [
        expect.stringMatching(/^onchain.clientSecret can't be used/),
        expect.stringMatching(/^onchain.webhookSecrets can't be used/),
      ],
    })
    // A secret that can't be read any more may be entered again.
    saved.save({ hosted: { client_secret: HOSTED.client_secret } })
    expect(saved.settings.hosted.ok).toBe(true)
  })
})
