import { businessToken, call, merchantToken, testSandbox } from "./kit"
import type { Rail } from "../../../../src/ledger"
import type { Sandbox } from "../index"

type Api = {
  api: "merchant" | "business"
  rail: Rail
  /** The status in the envelope of an error. */
  refused: unknown
  base: string
  verify: string
  /** Calls that need a token. */
  guarded: [method: string, path: string][]
  tokenOf: (sandbox: Sandbox) => Promise<string>
  otherToken: (sandbox: Sandbox) => Promise<string>
}

const APIS: Api[] = [
  {
    api: "merchant",
    rail: "hosted",
    refused: "error",
    base: "/merchant/api",
    verify: "verify",
    guarded: [
      ["GET", "available-currencies"],
      ["POST", "transaction-info"],
    ],
    tokenOf: merchantToken,
    otherToken: businessToken,
  },
  {
    api: "business",
    rail: "onchain",
    refused: false,
    base: "/api/v1",
    verify: "auth/verify",
    guarded: [
      ["POST", "transactions"],
      ["GET", "transactions/9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b"],
      ["POST", "transactions/9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b/cancel"],
    ],
    tokenOf: businessToken,
    otherToken: merchantToken,
  },
]

/** Access to both APIs, whose errors differ in the envelope's status only. */
describe.each(APIS)("the $api API", ({ api, rail, refused, base, ...its }) => {
  const sandbox = testSandbox()
  const url = (path: string) => `${sandbox.urls[api]}${base}/${path}`
  const failure = { status: refused, message: expect.any(String) }

  it("rejects a wrong secret with 401", async () => {
    const { clientId } = sandbox.credentials[rail]
    const answer = await call("POST", url(its.verify), {
      body: { client_id: clientId, client_secret: "wrong" },
    })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(failure)
  })

  it.each(["client_id", "client_secret"])("requires %s", async (field) => {
    const body = { client_id: "a", client_secret: "b", [field]: undefined }
    const answer = await call("POST", url(its.verify), { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual({ [field]: [expect.any(String)] })
  })

  it.each(its.guarded)(
    "answers 401 without a token: %s %s",
    async (method, path) => {
      const expired = await its.tokenOf(sandbox)
      sandbox.expireTokens()
      for (const options of [
        {},
        { token: "unknown" },
        { token: expired },
        { token: await its.otherToken(sandbox) },
        { token: sandbox.buyerToken() },
        { headers: { Authorization: "Basic abc" } },
      ]) {
        const body = method === "POST" ? {} : undefined
        const answer = await call(method, url(path), { body, ...options })
        expect([options, answer.status]).toEqual([options, 401])
        expect(answer.body).toEqual(failure)
      }
    }
  )

  it.each(["GET", "PUT", "DELETE", "OPTIONS"])(
    "answers 404 to another path: %s",
    async (method) => {
      const token = await its.tokenOf(sandbox)
      const answer = await call(method, url("orders"), { token })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(failure)
    }
  )
})
