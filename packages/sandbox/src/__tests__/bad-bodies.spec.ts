import { Pool } from "undici"
import {
  businessToken,
  call,
  createOrder,
  createTransaction,
  merchantToken,
  testSandbox,
} from "./kit"

/** JSON nested to a number of levels, including the object. */
function nested(levels: number): Record<string, unknown> {
  const arrays = levels - 1
  const text = `{"a":${"[".repeat(arrays)}${"]".repeat(arrays)}}`
  return JSON.parse(text) as Record<string, unknown>
}

/** A bad request fails for its sender only and affects no other caller. */
describe("oversized bodies", () => {
  const sandbox = testSandbox()

  describe.each([
    ["hosted", createTransaction, merchantToken, "transactions"],
    ["onchain", createOrder, businessToken, "orders"],
  ] as const)("metadata, %s", (_, create, tokenOf, path) => {
    it("is stored with 32 levels, and rejected with more", async () => {
      await create(sandbox, { metadata: nested(32) })
      const answer = await create(sandbox, { metadata: nested(33) })
      expect(answer.status).toBe(422)
      expect(answer.body.message).toContain("levels")
      expect(sandbox[path]()).toMatchObject([{ metadata: nested(32) }])
    })

    it("of 100,000 levels leaves the state and the log readable", async () => {
      const levels = 100_000
      const token = await tokenOf(sandbox)
      const raw = `{"amount":1,"currency":"USDT","chain":"ETH","successUrl":"https://a.de","cancelUrl":"https://a.de","metadata":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`
      const { merchant, business, control } = sandbox.urls
      const url =
        path === "orders"
          ? `${business}/api/v1/transactions`
          : `${merchant}/merchant/api/transaction-info`
      expect((await call("POST", url, { token, raw })).status).toBe(422)
      for (const shown of ["state", "requests"]) {
        const answer = await call("GET", `${control}/${shown}`)
        expect([shown, answer.status]).toEqual([shown, 200])
      }
    })
  })

  it.each([
    ["/fault", { kind: "status", body: nested(33) }],
    [
      "/trigger",
      {
        event: "payment.success",
        orderNo: "A",
        overrides: nested(40),
      },
    ],
  ])("POST %s of the control rejects deep nesting", async (path, body) => {
    const { control } = sandbox.urls
    expect((await call("POST", `${control}${path}`, { body })).status).toBe(422)
    expect((await call("GET", `${control}/state`)).status).toBe(200)
  })

  it.each(["merchant", "business", "control"] as const)(
    "a body over 1 MiB closes its connection to the %s address with a header",
    async (api) => {
      const pool = new Pool(sandbox.urls[api], { connections: 1 })
      const paths = {
        merchant: "/merchant/api/verify",
        business: "/api/v1/auth/verify",
        control: "/settle",
      }
      try {
        for (let round = 0; round < 3; round++) {
          const post = (body: string) =>
            pool.request({
              method: "POST",
              path: paths[api],
              headers: { "Content-Type": "application/json" },
              body,
            })
          const tooLong = await post(`{"a":"${"x".repeat(1_200_000)}"}`)
          expect(tooLong.statusCode).toBe(413)
          expect(tooLong.headers.connection).toBe("close")
          await tooLong.body.text()
          const next = await post("{}")
          expect(next.statusCode).toBe(api === "control" ? 200 : 422)
          await next.body.text()
        }
      } finally {
        await pool.destroy()
      }
    }
  )

  it("explains how to send an amount with rounding errors", async () => {
    const answer = await createTransaction(sandbox, { amount: 1 + 14 / 100 })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.amount).toEqual([
      "At most 2 fraction digits: round the amount before you send it.",
    ])
  })
})
