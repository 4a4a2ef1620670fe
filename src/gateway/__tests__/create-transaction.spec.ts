import { MerchantCheckoutClient } from ".."
import {
  CREDENTIALS,
  errorOf,
  hostedSuccess,
  mockedClient,
  TRANSACTION,
  TRANSACTION_INPUT,
  verdictOf,
} from "./doubles"

const CREATION = ["POST", "/merchant/api/transaction-info"] as const
const REJECTION = { status: "error", message: "The currency is not accepted." }

describe("MerchantCheckoutClient.createTransaction", () => {
  const mocked = mockedClient(MerchantCheckoutClient)

  const create = () => mocked.client.createTransaction(TRANSACTION_INPUT)
  const reply = (status: number, body: unknown, options = {}) =>
    mocked.gateway.expect(...CREATION).reply(status, body as object, options)
  /** The gateway has created the transaction, with these fields. */
  const created = (fields: object) =>
    reply(200, hostedSuccess({ ...TRANSACTION, ...fields }))

  describe("with a token", () => {
    beforeEach(() => mocked.gateway.expectHostedToken())

    it.each<[string, object]>([
      ["the full response", {}],
      [
        "a variant without webUrl, appUrl and intentUrl",
        { webUrl: undefined, appUrl: undefined, intentUrl: undefined },
      ],
      [
        "invalid fields that its buyer does not need",
        {
          ...{ grant_id: "G-7", token: "", amount: 1e300, currency: null },
          ...{ status: 1, order_no: 42, item_name: [], metadata: [] },
          ...{ payment_method: {}, novelty: [1] },
        },
      ],
    ])("reads %s", async (_, change) => {
      created(change)
      const { approvedUrl, checkout_token, appUrl, intentUrl } = {
        ...TRANSACTION,
        ...change,
      }
      expect(await create()).toEqual({
        ...{ approvedUrl, checkout_token },
        ...{ appUrl, intentUrl },
      })
    })

    it.each([
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      " javascript:alert(1)",
      "\u0001\u001f \tjavascript:alert(1)",
      "java\tscr\nipt\r:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "vbscript:msgbox(1)",
      "blob:https://shop.example/1",
      "/relative",
      "",
    ])("drops an unsafe link: %j", async (link) => {
      created({ appUrl: link, intentUrl: link })
      const { appUrl, intentUrl, approvedUrl } = await create()
      expect({ appUrl, intentUrl, approvedUrl }).toEqual({
        appUrl: undefined,
        intentUrl: undefined,
        approvedUrl: TRANSACTION.approvedUrl,
      })
    })

    it.each([
      "https://wallet.example/pay/1",
      "wallet:pay?id=1",
      "intent://checkout/1#Intent;scheme=wallet;end",
      "market://details?id=javascript:",
    ])("keeps a link to an app: %s", async (link) => {
      created({ appUrl: link, intentUrl: link })
      expect(await create()).toMatchObject({ appUrl: link, intentUrl: link })
    })

    const success = (changes: object) =>
      hostedSuccess({ ...TRANSACTION, ...changes })
    const REFUSED = "rejected"
    const UNKNOWN = "unavailable, retryable, ambiguous"
    const UNREADABLE = "bad_answer, ambiguous"

    it.each<[status: number, body: unknown, verdict: string]>([
      [200, REJECTION, REFUSED],
      [201, REJECTION, REFUSED],
      [400, REJECTION, REFUSED],
      [403, REJECTION, REFUSED],
      [500, REJECTION, REFUSED],
      [500, "<h1>Server Error</h1>", UNKNOWN],
      [500, { message: "Server Error" }, UNKNOWN],
      [500, { status: 500, message: "Server Error" }, UNKNOWN],
      [502, REJECTION, UNKNOWN],
      [503, REJECTION, UNKNOWN],
      [504, "", UNKNOWN],
      [520, "", UNKNOWN],
      [200, "", UNREADABLE],
      [200, '{"status":"success","data":', UNREADABLE],
      [200, [], UNREADABLE],
      // No envelope, and the other API's.
      [200, TRANSACTION, UNREADABLE],
      [200, { status: true, data: TRANSACTION }, UNREADABLE],
      [200, { status: "success", message: "Done" }, UNREADABLE],
      [200, success({ approvedUrl: undefined }), UNREADABLE],
      [200, success({ approvedUrl: "javascript:alert(1)" }), UNREADABLE],
      [200, success({ checkout_token: "" }), UNREADABLE],
    ])("sends a creation once, and reports %i %j as %s", async (...row) => {
      const [status, body, verdict] = row
      reply(status, body)
      const error = await errorOf(create())
      expect(verdictOf(error)).toBe(verdict)
      expect(error.status).toBe(status)
      if (verdict === REFUSED) {
        expect(error.message).toContain("The currency is not accepted.")
      }
    })

    const ERRORS = { currency: ["not enabled", "or so"] }
    it.each<[object, Record<string, string[]>]>([
      [{ errors: ERRORS }, ERRORS],
      [{ data: { errors: ERRORS } }, ERRORS],
      [{ errors: { amount: "too small", odd: 5 } }, { amount: ["too small"] }],
    ])("reports the fields of a 422 with %j", async (detail, fields) => {
      reply(422, { ...REJECTION, ...detail })
      const error = await errorOf(create())
      expect(verdictOf(error)).toBe("invalid")
      expect(error).toMatchObject({ status: 422, fields })
      expect(error.message).toContain(Object.keys(fields)[0])
    })

    it("is not retried on 429, and reports the wait", async () => {
      const waits: (number | undefined)[] = []
      const limitedClient = new MerchantCheckoutClient({
        ...CREDENTIALS,
        dispatcher: mocked.gateway.agent,
        onRateLimit: (ms) => waits.push(ms),
      })
      reply(429, "", { headers: { "retry-after": "7" } })
      expect(
        await errorOf(limitedClient.createTransaction(TRANSACTION_INPUT))
      ).toMatchObject({
        code: "rate_limited",
        retryAfterMs: 7_000,
        retryable: true,
        ambiguous: false,
      })
      expect(waits).toEqual([7_000])
    })
  })

  it.each<[string, object, string]>([
    ["amount 0", { amount: "0.00" }, "amount"],
    ["a negative amount", { amount: "-1.00" }, "amount"],
    ["an amount that is not a decimal", { amount: "1,50" }, "amount"],
    ["no amount", { amount: "" }, "amount"],
    [
      "an amount too large for a number",
      { amount: "90071992547409931.25" },
      "amount",
    ],
    ["no currency", { currency: "" }, "currency"],
    ["an invalid return URL", { successUrl: "/thanks" }, "successUrl"],
  ])("rejects %s without a request", async (_, change, field) => {
    const error = await errorOf(
      mocked.client.createTransaction({ ...TRANSACTION_INPUT, ...change })
    )
    expect(error).toMatchObject({ code: "invalid", ambiguous: false })
    expect(Object.keys(error.fields ?? {})).toEqual([field])
    expect(error.message).toContain(field)
  })
})
