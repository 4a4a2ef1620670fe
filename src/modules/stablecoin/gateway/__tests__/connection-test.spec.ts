import type { EffectiveAccount } from "../../accounts/effective-accounts"
import { planConnectionTest } from "../connection-test"

const CREDENTIALS = {
  baseUrl: "https://gateway.example/v2",
  clientId: "client",
  clientSecret: "secret",
}

type Current = Pick<EffectiveAccount, "source" | "parts">

const current = (
  parts: Partial<EffectiveAccount["parts"]> = {},
  source: EffectiveAccount["source"] = "config"
): Current => ({
  source,
  parts: { ...CREDENTIALS, webhookSecrets: [], ...parts },
})

const LOCAL = "http://localhost:4010"

describe("the credentials that a connection test sends", () => {
  it.each<[string, Current, object, object]>([
    ["no entry", current(), {}, {}],
    [
      "no entry, with an address from the admin",
      current({ addressScope: "public" }),
      {},
      { addressScope: "public" },
    ],
    [
      "the current address",
      current(),
      { base_url: `${CREDENTIALS.baseUrl}/` },
      {},
    ],
    [
      "a private address from the config",
      current({ baseUrl: LOCAL }),
      { base_url: LOCAL },
      { baseUrl: LOCAL },
    ],
    [
      "another secret",
      current(),
      { client_secret: "typed" },
      { clientSecret: "typed" },
    ],
    [
      "another address with its secret",
      current(),
      { base_url: "https://other.example", client_secret: "typed" },
      {
        baseUrl: "https://other.example",
        clientSecret: "typed",
        addressScope: "public",
      },
    ],
    [
      "another client id with its secret",
      current(),
      { client_id: "typed", client_secret: "typed" },
      { clientId: "typed", clientSecret: "typed" },
    ],
  ])("%s", (_, effective, typed, sent) => {
    const plan = planConnectionTest({ rail: "hosted", ...typed }, effective)
    expect(plan).toEqual({
      ok: true,
      credentials: { ...CREDENTIALS, ...sent },
    })
  })

  const typed = { client_secret: "typed" }

  it.each([
    [{ base_url: "https://other.example" }, "incomplete"],
    [{ client_id: "other" }, "incomplete"],
    [{ base_url: "https://10.0.0.1", ...typed }, "private_address"],
    [{ base_url: "http://gateway.example/v2" }, "https"],
    [{ base_url: "https://me:pw@other.example", ...typed }, "address_user"],
  ])("none for %j", (entry, code) => {
    const plan = planConnectionTest({ rail: "hosted", ...entry }, current())
    expect(plan).toMatchObject({ ok: false, rail: "hosted", code })
    expect(JSON.stringify(plan)).not.toMatch(/pw|typed/)
  })

  it.each<[object, Current, string]>([
    [
      {},
      { source: "none", parts: { webhookSecrets: [] } },
      "onchain.base_url: must be set",
    ],
    [{}, current({ clientSecret: null }), "onchain.client_secret: must be set"],
    [
      { client_id: "other" },
      current({}, "admin"),
      "onchain.client_secret: Enter the secret again",
    ],
  ])(
    "none for %j over %j, which is incomplete",
    (entry, effective, message) => {
      const plan = planConnectionTest({ rail: "onchain", ...entry }, effective)
      expect(plan).toMatchObject({
        code: "incomplete",
        message: expect.stringContaining(message),
      })
    }
  )
})
