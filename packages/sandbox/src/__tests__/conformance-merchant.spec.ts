import { createHmac } from "node:crypto"
import { createSandbox } from "../index"
import {
  call,
  createTransaction,
  DATE_WITH_OFFSET,
  merchantToken,
  submit,
  testReceiver,
  testSandbox,
  UUID,
} from "./kit"

/** Follows the Merchant Checkout API's document section by section. */
describe("Merchant Checkout API", () => {
  const sandbox = testSandbox({ requirePublicUrls: true })
  const store = testReceiver()
  let token: string
  const api = (path: string) => `${sandbox.urls.merchant}/merchant/api/${path}`
  beforeEach(async () => {
    token = await merchantToken(sandbox)
  })

  it("POST verify exchanges valid credentials for a token, without an Authorization header", async () => {
    const { clientId, clientSecret } = sandbox.credentials.hosted
    const answer = await call("POST", api("verify"), {
      body: { client_id: clientId, client_secret: clientSecret },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
    expect(answer.body).toEqual({
      status: "success",
      message: expect.any(String),
      data: { access_token: expect.any(String) },
    })
  })

  it("GET available-currencies lists the currencies with every field and exact types", async () => {
    const answer = await call("GET", api("available-currencies"), { token })
    expect(answer.status).toBe(200)
    expect(answer.body.status).toBe("success")
    expect(answer.body.message).toEqual(expect.any(String))
    const currencies = answer.body.data.currencies as {
      code: string
      is_default: boolean
      checkout_methods: unknown[]
      checkout_methods_count: number
    }[]
    expect(currencies.map(({ code }) => code)).toEqual(["USDT", "USDC"])
    for (const currency of currencies) {
      expect(currency).toEqual({
        code: expect.stringMatching(/^USD[TC]$/),
        name: expect.any(String),
        symbol: expect.any(String),
        is_default: expect.any(Boolean),
        checkout_methods_count: currency.checkout_methods.length,
        checkout_methods: expect.any(Array),
      })
      for (const method of currency.checkout_methods) {
        expect(method).toEqual({
          key: expect.any(String),
          display_name: expect.any(String),
          behavior: "custodial",
          is_default: expect.any(Boolean),
        })
      }
    }
    expect(currencies.filter((one) => one.is_default)).toHaveLength(1)
  })

  describe("POST transaction-info", () => {
    it("creates a pending transaction with every field and exact types", async () => {
      const metadata = { payment_id: "stpay_1", nested: { list: [1, "a"] } }
      const answer = await createTransaction(sandbox, {
        order_no: "A-1",
        item_name: "Order A-1",
        metadata,
      })
      expect(answer.status).toBe(200)
      expect(answer.body.status).toBe("success")
      expect(answer.body.message).toEqual(expect.any(String))
      const checkoutToken = answer.body.data.checkout_token as string
      const url = `${sandbox.urls.merchant}/merchant/checkout/sandbox/${checkoutToken}`
      expect(answer.body.data).toEqual({
        approvedUrl: url,
        webUrl: url,
        appUrl: expect.stringContaining(checkoutToken),
        intentUrl: expect.stringMatching(
          new RegExp(`^intent://.*${checkoutToken}`)
        ),
        checkout_token: expect.stringMatching(/^\w{20,}$/),
        grant_id: 1,
        token: expect.any(String),
        amount: "10.50",
        currency: "USDT",
        order_no: "A-1",
        item_name: "Order A-1",
        status: "pending",
        payment_method: null,
        metadata,
      })
    })

    it("returns null for omitted fields", async () => {
      const { data } = (await createTransaction(sandbox)).body
      expect(data).toMatchObject({
        order_no: null,
        item_name: null,
        metadata: null,
      })
    })

    it.each([
      [10.5, "10.50"],
      [1234567.89, "1234567.89"],
    ])("echoes %s as %s", async (amount, text) => {
      const answer = await createTransaction(sandbox, { amount })
      expect(answer.body.data.amount).toBe(text)
    })

    it.each([
      ["amount", undefined],
      ["amount", 0],
      ["amount", -1],
      ["amount", "10.50"],
      ["amount", 10.005],
      ["amount", 1e300],
      ["currency", undefined],
      ["currency", "EUR"],
      ["currency", "USD"],
      ["currency", "usdt"],
      ["successUrl", undefined],
      ["successUrl", "thanks"],
      ["successUrl", "javascript:alert(1)"],
      ["cancelUrl", undefined],
      ["cancelUrl", "ftp://shop.example.com"],
      ["webhook_url", "nowhere"],
      ["order_no", 7],
      ["order_no", null],
      ["item_name", {}],
      ["metadata", "text"],
      ["metadata", [1]],
    ])("rejects %s = %j with 422 and names the field", async (field, value) => {
      const answer = await createTransaction(sandbox, { [field]: value })
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({
        status: "error",
        message: expect.any(String),
        errors: { [field]: expect.arrayContaining([expect.any(String)]) },
      })
      expect(sandbox.transactions()).toEqual([])
    })

    it.each([
      ["{", 400],
      ["", 400],
      ["[]", 400],
      ["7", 400],
    ])("rejects the body %j", async (raw, status) => {
      const answer = await call("POST", api("transaction-info"), { token, raw })
      expect(answer.status).toBe(status)
      expect(answer.body.status).toBe("error")
    })

    it("accepts a chunked body without Content-Length", async () => {
      const body = new Blob([
        '{"amount":1,"currency":"USDT","successUrl":"https://a.de","cancelUrl":"https://a.de"}',
      ])
      const response = await fetch(api("transaction-info"), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${token}`,
        },
        body: body.stream(),
        duplex: "half",
      } as RequestInit)
      expect(response.status).toBe(200)
    })

    it("rejects a body that is not declared as JSON", async () => {
      const answer = await call("POST", api("transaction-info"), {
        token,
        raw: "amount=1",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      })
      expect(answer.status).toBe(415)
    })
  })

  describe("public URLs", () => {
    const LOCAL = [
      "http://localhost:9000/x",
      "http://10.1.2.3/x",
      "http://[::ffff:10.0.0.1]/x",
    ]

    it("rejects local ones with test credentials only if it is strict", async () => {
      for (const [requirePublicUrls, status] of [
        [true, 422],
        [false, 200],
      ] as const) {
        sandbox.setRules({ requirePublicUrls })
        for (const url of LOCAL) {
          const fields = { successUrl: url, cancelUrl: url }
          const answer = await createTransaction(sandbox, fields)
          expect([url, answer.status]).toEqual([url, status])
        }
      }
    })

    it("rejects local, private and reserved hosts with live credentials", async () => {
      const live = await createSandbox({ mode: "live" })
      try {
        for (const url of LOCAL) {
          const answer = await createTransaction(live, {
            successUrl: url,
            cancelUrl: url,
          })
          expect([url, answer.status]).toEqual([url, 422])
          expect(Object.keys(answer.body.errors ?? {})).toEqual([
            "successUrl",
            "cancelUrl",
          ])
        }
        const answer = await createTransaction(live)
        expect(answer.body.data.approvedUrl).toBe(
          `${live.urls.merchant}/merchant/checkout/${String(answer.body.data.checkout_token)}`
        )
        expect(live.credentials.hosted.clientId).not.toMatch(/^test_/)
      } finally {
        await live.close()
      }
    })
  })

  describe("events", () => {
    const create = async (fields: object = {}) => {
      const answer = await createTransaction(sandbox, {
        webhook_url: store.url,
        order_no: "A-1",
        item_name: "Größe 7 ₮",
        metadata: { payment_id: "stpay_1" },
        ...fields,
      })
      return answer.body.data.approvedUrl as string
    }

    it.each([
      ["transaction.created", "pending", undefined],
      ["payment.success", "success", "pay"],
      ["transaction.failed", "failed", "fail"],
    ])("sends %s with status %s", async (event, status, intent) => {
      const url = await create()
      if (intent) {
        await submit(url, { intent, method: "wallet_balance" })
      }
      await sandbox.settled()
      const { method, headers, json } = store.of(event)
      expect(method).toBe("POST")
      expect(headers["content-type"]).toBe("application/json")
      expect(json).toEqual({
        event,
        payload: {
          transaction_id: expect.stringMatching(UUID),
          order_no: "A-1",
          item_name: "Größe 7 ₮",
          metadata: { payment_id: "stpay_1" },
          amount: 10.5,
          currency: "USDT",
          status,
          timestamp: expect.stringMatching(DATE_WITH_OFFSET),
        },
        timestamp: expect.any(Number),
      })
      expect(Number.isInteger(json.timestamp)).toBe(true)
      expect(Math.abs(Number(json.timestamp) - Date.now() / 1000)).toBeLessThan(
        60
      )
    })

    it("writes the amount as the shortest number", async () => {
      await create()
      await sandbox.settled()
      expect(store.received[0]?.raw).toContain('"amount":10.5,')
    })

    it("signs the raw body with the client secret in X-Webhook-Signature", async () => {
      await create()
      await sandbox.settled()
      const { raw, headers } = store.of("transaction.created")
      const { clientSecret } = sandbox.credentials.hosted
      expect(headers["x-webhook-signature"]).toBe(
        createHmac("sha256", clientSecret).update(raw).digest("hex")
      )
    })
  })

  describe("other descriptions of the contract", () => {
    it("also accept USD", async () => {
      sandbox.setRules({ hostedCurrencies: ["USD", "USDT", "USDC"] })
      const answer = await createTransaction(sandbox, {
        currency: "USD",
      })
      expect(answer.status).toBe(200)
      expect(answer.body.data.currency).toBe("USD")
    })

    it("accept only USDT and require order_no and item_name", async () => {
      sandbox.setRules({
        hostedCurrencies: ["USDT"],
        requireOrderFields: true,
      })
      const answer = await createTransaction(sandbox, {
        currency: "USDC",
      })
      expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual([
        "currency",
        "item_name",
        "order_no",
      ])
      const good = { order_no: "A-1", item_name: "Order" }
      const accepted = await createTransaction(sandbox, good)
      expect(accepted.status).toBe(200)
    })

    it("have no currency listing", async () => {
      sandbox.setRules({ listing: false })
      const answer = await call("GET", api("available-currencies"), { token })
      expect(answer.status).toBe(404)
      expect(answer.body.status).toBe("error")
    })

    it.each(["webUrl", "appUrl", "intentUrl"] as const)(
      "lack all but %s",
      async (field) => {
        sandbox.setRules({ links: [field] })
        const { data } = (await createTransaction(sandbox)).body
        expect(Object.keys(data).filter((key) => key.endsWith("Url"))).toEqual([
          "approvedUrl",
          field,
        ])
      }
    )
  })
})
