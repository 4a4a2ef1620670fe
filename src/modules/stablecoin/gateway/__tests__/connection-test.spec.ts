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
const OTHER = "https://other.example"
const typed = { client_secret: "typed" }

describe("the credentials that a connection test sends", () => {
  it.each<[effective: Current, entry: object, sent: object]>([
    [current(), {}, {}],
    // Its address was entered in the admin.
    [current({ addressScope: "public" }), {}, { addressScope: "public" }],
    [current(), { base_url: `${CREDENTIALS.baseUrl}/` }, {}],
    [current({ baseUrl: LOCAL }), { base_url: LOCAL }, { baseUrl: LOCAL }],
    [current(), typed, { clientSecret: "typed" }],
    [
      current(),
      { base_url: OTHER, ...typed },
      { baseUrl: OTHER, clientSecret: "typed", addressScope: "public" },
    ],
    [
      current(),
      { client_id: "typed", ...typed },
      { clientId: "typed", clientSecret: "typed" },
    ],
  ])("over %j, for %j: %j", (effective, entry, sent) => {
    const plan = planConnectionTest({ rail: "hosted", ...entry }, effective)
    expect(plan).toEqual({
      ok: true,
      credentials: { ...CREDENTIALS, ...sent },
    })
  })

  it.each([
    [{ base_url: OTHER }, "incomplete"],
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
