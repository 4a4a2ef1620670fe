import { createHmac, randomUUID } from "node:crypto"
import {
  businessToken,
  call,
  createOrder,
  DATE_WITH_OFFSET,
  testReceiver,
  testSandbox,
  TX_HASH,
  UUID,
} from "./kit"

/** The payment of a paid order of 10.50. */
const PAYMENT = {
  reference: expect.any(String) as string,
  net_amount: 10.4,
  chain: "POLYGON",
  tx_hash: expect.stringMatching(TX_HASH) as string,
}

const CHAINS = ["POLYGON", "ETH", "BASE", "ARBITRUM", "BSC", "AVALANCHE"]

/**
 * Follows the Business Order API's document section by section. The buyer app's
 * part is in its own file.
 */
describe("Business Order API", () => {
  const sandbox = testSandbox({ requirePublicUrls: true })
  const store = testReceiver()
  let token: string
  const api = (path: string) => `${sandbox.urls.business}/api/v1/${path}`
  beforeEach(async () => {
    token = await businessToken(sandbox)
  })
  const send = (method: string, path: string, as = token) =>
    call(method, api(path), { token: as })
  /** Creates an order. */
  const created = async (fields: Record<string, unknown> = {}) => {
    const { data } = (await createOrder(sandbox, fields)).body
    return { id: String(data.order_id), data }
  }

  describe("POST auth/verify", () => {
    it("issues a bearer token with its expiry", async () => {
      sandbox.setTokenLifetime(120)
      const { clientId, clientSecret } = sandbox.credentials.onchain
      const answer = await call("POST", api("auth/verify"), {
        body: { client_id: clientId, client_secret: clientSecret },
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        status: true,
        message: expect.any(String),
        data: {
          access_token: expect.any(String),
          token_type: "Bearer",
          mode: "test",
          expires_at: expect.stringMatching(DATE_WITH_OFFSET),
        },
      })
      const left =
        Date.parse(answer.body.data.expires_at as string) - Date.now()
      expect(left).toBeGreaterThan(110_000)
      expect(left).toBeLessThanOrEqual(120_000)
    })

    it("returns mode live for live credentials", async () => {
      const { onchain } = sandbox.addAccount({ mode: "live" })
      const live = await businessToken(sandbox, onchain)
      const order = await createOrder(sandbox, {}, live)
      expect(order.body.data.mode).toBe("live")
    })
  })

  describe("POST transactions", () => {
    it("creates a pending order with every field and exact types", async () => {
      const answer = await createOrder(sandbox, {
        order_no: "B-1",
        description: "Two shirts",
        success_url: "http://localhost/s",
        cancel_url: "http://localhost/c",
        metadata: { payment_id: "stpay_1" },
      })
      expect(answer.status).toBe(201)
      expect(answer.body.status).toBe(true)
      expect(answer.body.message).toEqual(expect.any(String))
      const { data } = answer.body
      expect(data).toEqual({
        order_id: expect.stringMatching(UUID),
        order_no: "B-1",
        amount: 10.5,
        currency: "USDT",
        chain: "POLYGON",
        destination_address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        status: "pending",
        mode: "test",
        description: "Two shirts",
        checkout_url: `${sandbox.urls.business}/checkout/${String(data.checkout_token)}`,
        created_at: expect.stringMatching(DATE_WITH_OFFSET),
        paid_at: null,
        payment: null,
        checkout_token: expect.stringMatching(/^\w{20,}$/),
      })
    })

    it.each([
      ...CHAINS.map((chain) => ({ chain })),
      { currency: "USDT" },
      { currency: "USDC" },
    ])("accepts %j", async (fields) => {
      expect((await created(fields)).data).toMatchObject(fields)
    })

    it.each([
      ["amount", undefined],
      ["amount", 0],
      ["amount", -0.01],
      ["amount", "10.50"],
      ["amount", 0.0000001],
      ["currency", undefined],
      ["currency", "USD"],
      ["currency", "usdt"],
      ["chain", undefined],
      ["chain", "SOLANA"],
      ["chain", "polygon"],
      ["order_no", 7],
      ["description", 7],
      ["success_url", "thanks"],
      ["cancel_url", "javascript:alert(1)"],
      ["webhook_url", ""],
      ["metadata", "text"],
    ])("rejects %s = %j with 422 and detail", async (field, value) => {
      const answer = await createOrder(sandbox, { [field]: value })
      expect(answer.status).toBe(422)
      expect(answer.body).toEqual({
        status: false,
        message: expect.any(String),
        errors: { [field]: [expect.any(String)] },
      })
      expect(sandbox.orders()).toEqual([])
    })
  })

  describe("GET transactions/{order_id}", () => {
    it("reads a pending order", async () => {
      const { id } = await created()
      const answer = await send("GET", `transactions/${id}`)
      expect(answer.status).toBe(200)
      expect(answer.body.status).toBe(true)
      expect(answer.body.data).toEqual({
        order_id: id,
        status: "pending",
        amount: 10.5,
        currency: "USDT",
        chain: "POLYGON",
        paid_at: null,
        payment: null,
      })
    })

    it("reads the payment of a paid order", async () => {
      const { id } = await created()
      await sandbox.pay({ orderId: id })
      const answer = await send("GET", `transactions/${id}`)
      expect(answer.body.data).toEqual({
        order_id: id,
        status: "paid",
        amount: 10.5,
        currency: "USDT",
        chain: "POLYGON",
        paid_at: expect.stringMatching(DATE_WITH_OFFSET),
        payment: PAYMENT,
      })
    })
  })

  describe("POST transactions/{order_id}/cancel", () => {
    it("cancels a pending order, without a body", async () => {
      const { id } = await created()
      const answer = await send("POST", `transactions/${id}/cancel`)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        status: true,
        message: expect.any(String),
        data: {
          order_id: id,
          status: "cancelled",
          currency: "USDT",
          chain: "POLYGON",
        },
      })
    })

    it.each(["paid", "cancelled"])("rejects a %s order", async (status) => {
      const { id: orderId } = await created()
      await sandbox[status === "paid" ? "pay" : "cancel"]({ orderId })
      const answer = await send("POST", `transactions/${orderId}/cancel`)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ status: [expect.any(String)] })
      expect(sandbox.orders()[0]?.status).toBe(status)
    })
  })

  describe.each([
    ["GET", ""],
    ["POST", "/cancel"],
  ])("%s transactions/{order_id}%s", (method, suffix) => {
    it("answers 404 to an order of another account", async () => {
      const { id } = await created()
      const other = await businessToken(sandbox, sandbox.addAccount().onchain)
      const answer = await send(method, `transactions/${id}${suffix}`, other)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({
        status: false,
        message: expect.any(String),
      })
      expect(sandbox.orders()[0]?.status).toBe("pending")
    })

    it("answers 404 to an unknown order", async () => {
      const path = `transactions/${randomUUID()}${suffix}`
      expect((await send(method, path)).status).toBe(404)
    })

    it("answers 422 to an id that is not a UUID", async () => {
      const answer = await send(method, `transactions/42${suffix}`)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ order_id: [expect.any(String)] })
    })
  })

  describe("events", () => {
    const ORDER = { order_no: "B-1", metadata: { payment_id: "stpay_1" } }
    const data = (status: string) => ({
      order_id: expect.stringMatching(UUID),
      order_no: "B-1",
      amount: 10.5,
      currency: "USDT",
      chain: "POLYGON",
      status,
      mode: "test",
      paid_at: null,
      payment: null,
      metadata: { payment_id: "stpay_1" },
    })

    it.each([
      ["payment_order.created", data("pending")],
      ["payment_order.cancelled", data("cancelled")],
      [
        "payment_order.paid",
        {
          ...data("paid"),
          paid_at: expect.stringMatching(DATE_WITH_OFFSET),
          payment: PAYMENT,
        },
      ],
    ])("sends %s", async (event, expected) => {
      await createOrder(sandbox, { ...ORDER, webhook_url: store.url })
      if (event === "payment_order.paid") {
        await sandbox.pay({ orderNo: "B-1" })
      }
      if (event === "payment_order.cancelled") {
        await sandbox.cancel({ orderNo: "B-1" })
      }
      await sandbox.settled()
      const { method, headers, json } = store.of(event)
      expect(method).toBe("POST")
      expect(headers["content-type"]).toBe("application/json")
      expect(headers["x-business-event"]).toBe(event)
      expect(json).toEqual({
        event,
        data: expected,
        sent_at: expect.stringMatching(DATE_WITH_OFFSET),
      })
    })

    it("signs the raw body with the webhook secret, not the client secret", async () => {
      await createOrder(sandbox, { webhook_url: store.url })
      await sandbox.settled()
      const { raw, headers } = store.of("payment_order.created")
      const { webhookSecret, clientSecret } = sandbox.credentials.onchain
      expect(webhookSecret).not.toBe(clientSecret)
      expect(headers["x-business-signature"]).toBe(
        createHmac("sha256", webhookSecret).update(raw).digest("hex")
      )
    })

    it("also sends to registered endpoints, each signed with its own secret", async () => {
      const all = sandbox.registerEndpoint({ url: `${store.url}/all` })
      const paid = sandbox.registerEndpoint({
        url: `${store.url}/paid`,
        events: ["payment_order.paid"],
        secret: "whsec_of_its_own",
      })
      await createOrder(sandbox, { order_no: "B-1" })
      await sandbox.pay({ orderNo: "B-1" })
      await sandbox.settled()
      const sent = sandbox
        .webhooks()
        .map(({ url, event }) => `${event} ${url.split("/").pop()}`)
      expect(sent.sort()).toEqual([
        "payment_order.created all",
        "payment_order.paid all",
        "payment_order.paid paid",
      ])
      for (const { url, body, headers } of sandbox.webhooks()) {
        const { secret } = url.endsWith("/all") ? all : paid
        expect(headers["X-Business-Signature"]).toBe(
          createHmac("sha256", secret).update(body).digest("hex")
        )
      }
    })
  })
})
