import { planConnectionTest } from "../connection-test"

const CURRENT = {
  baseUrl: "https://gateway.example/v2",
  clientId: "client",
  clientSecret: "secret",
} as const

const CONFIG = { ...CURRENT, baseUrl: "http://localhost:4010" }

describe("the credentials that a connection test sends", () => {
  it.each([
    ["no entry", CURRENT, {}, undefined],
    [
      "no entry, with an address from the admin",
      { ...CURRENT, addressScope: "public" as const },
      {},
      "public",
    ],
    [
      "the current address",
      CURRENT,
      { base_url: "https://gateway.example/v2/" },
      undefined,
    ],
    [
      "a private address from the config",
      CONFIG,
      { base_url: "http://localhost:4010" },
      undefined,
    ],
    ["another secret", CURRENT, { client_secret: "typed" }, undefined],
    [
      "another address with its secret",
      CURRENT,
      { base_url: "https://other.example", client_secret: "typed" },
      "public",
    ],
    [
      "another client id with its secret",
      CURRENT,
      { client_id: "typed", client_secret: "typed" },
      undefined,
    ],
  ])("%s", (_, current, typed, addressScope) => {
    const plan = planConnectionTest({ rail: "hosted", ...typed }, current)
    expect(plan).toEqual({
      ok: true,
      credentials: {
        baseUrl: ("base_url" in typed
          ? typed.base_url
          : current.baseUrl
        )?.replace(/\/$/, ""),
        clientId: "client_id" in typed ? typed.client_id : current.clientId,
        clientSecret:
          "client_secret" in typed ? typed.client_secret : current.clientSecret,
        addressScope,
      },
    })
  })

  it.each([
    ["another address", { base_url: "https://other.example" }, "secret_needed"],
    [
      "the same name without TLS",
      { base_url: "http://gateway.example/v2" },
      "secret_needed",
    ],
    ["another path", { base_url: "https://gateway.example" }, "secret_needed"],
    ["another client id", { client_id: "other" }, "secret_needed"],
    [
      "a private address",
      { base_url: "https://10.0.0.1", client_secret: "typed" },
      "private_address",
    ],
    [
      "no TLS",
      { base_url: "http://other.example", client_secret: "typed" },
      "private_address",
    ],
    [
      "credentials in it",
      { base_url: "https://me:pw@other.example", client_secret: "typed" },
      "private_address",
    ],
  ])("none for %s", (_, typed, code) => {
    const plan = planConnectionTest({ rail: "hosted", ...typed }, CURRENT)
    expect(plan).toMatchObject({ ok: false, rail: "hosted", code })
  })

  it.each([
    [{}, {}, "base_url, client_id, client_secret"],
    [{ base_url: "https://other.example" }, {}, "client_id, client_secret"],
    [{}, { ...CURRENT, clientSecret: null }, "client_secret"],
  ])("none for %j over %j, which is incomplete", (typed, current, missing) => {
    const plan = planConnectionTest({ rail: "onchain", ...typed }, current)
    expect(plan).toMatchObject({ code: "incomplete" })
    expect(plan).toMatchObject({ message: expect.stringContaining(missing) })
  })
})
