import { planConnectionTest } from "../connection-test"

const IN_FORCE = {
  baseUrl: "https://gateway.example/v2",
  clientId: "client",
  clientSecret: "secret",
} as const

const CONFIG = { ...IN_FORCE, baseUrl: "http://localhost:4010" }

describe("what a connection test sends", () => {
  it.each([
    ["nothing typed", IN_FORCE, {}, undefined],
    [
      "nothing typed, an address of an admin's",
      { ...IN_FORCE, addressScope: "public" as const },
      {},
      "public",
    ],
    [
      "the address in force typed",
      IN_FORCE,
      { base_url: "https://gateway.example/v2/" },
      undefined,
    ],
    [
      "a private address that the config gives",
      CONFIG,
      { base_url: "http://localhost:4010" },
      undefined,
    ],
    ["another secret", IN_FORCE, { client_secret: "typed" }, undefined],
    [
      "another address with its secret",
      IN_FORCE,
      { base_url: "https://other.example", client_secret: "typed" },
      "public",
    ],
    [
      "another client id with its secret",
      IN_FORCE,
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
  ])("nothing for %s", (_, typed, code) => {
    const plan = planConnectionTest({ rail: "hosted", ...typed }, IN_FORCE)
    expect(plan).toMatchObject({ ok: false, rail: "hosted", code })
  })

  it.each([
    [{}, {}, "base_url, client_id, client_secret"],
    [{ base_url: "https://other.example" }, {}, "client_id, client_secret"],
    [{}, { ...IN_FORCE, clientSecret: undefined }, "client_secret"],
  ])("nothing of %j over %j, which is not whole", (typed, current, missing) => {
    const plan = planConnectionTest({ rail: "onchain", ...typed }, current)
    expect(plan).toMatchObject({ code: "incomplete" })
    expect(plan).toMatchObject({ message: expect.stringContaining(missing) })
  })
})
