import { once } from "node:events"
import { createServer as createTcpServer, type AddressInfo } from "node:net"
import { BusinessOrderClient, MerchantCheckoutClient } from ".."
import { TimeLimit } from "../../shared/time-limit"
import {
  answer,
  CREDENTIALS,
  errorOf,
  openGateways,
  hostedSuccess,
  listen,
  ORDER_ID,
  onchainSuccess,
  TRANSACTION,
  TRANSACTION_INPUT,
} from "./doubles"

const CREATION = "/merchant/api/transaction-info"

describe("the transport on real sockets", () => {
  const { closers, open } = openGateways()

  it("frees the timers of each request, answered or not", async () => {
    const ended = new Set<unknown>()
    const end = jest
      .spyOn(TimeLimit.prototype, "end")
      .mockImplementation(function (this: TimeLimit) {
        ended.add(this)
      })
    try {
      const { client } = await open((response) => response.destroy())
      await errorOf(client.createTransaction(TRANSACTION_INPUT))
      // The token's, the creation's, and that of both together.
      expect(ended.size).toBe(3)
    } finally {
      end.mockRestore()
    }
  })

  it("sends the contract's requests below a path prefix", async () => {
    const { gateway, client } = await open(
      (response) => answer(response, 200, hostedSuccess(TRANSACTION)),
      { baseUrl: "/pay/v2/" }
    )
    await client.createTransaction(TRANSACTION_INPUT)
    await client.createTransaction(TRANSACTION_INPUT)
    expect(gateway.paths()).toEqual([
      "POST /pay/v2/merchant/api/verify",
      `POST /pay/v2${CREATION}`,
      `POST /pay/v2${CREATION}`,
    ])
    const [verify, creation] = gateway.requests
    expect(verify?.headers).not.toHaveProperty("authorization")
    expect(JSON.parse(verify?.body ?? "")).toEqual({
      client_id: CREDENTIALS.clientId,
      client_secret: CREDENTIALS.clientSecret,
    })
    expect(creation?.headers).toMatchObject({
      authorization: "Bearer token_1",
      "content-type": "application/json",
    })
    expect(JSON.parse(creation?.body ?? "")).toEqual({
      amount: 10.5,
      currency: "USDT",
      successUrl: TRANSACTION_INPUT.successUrl,
      cancelUrl: TRANSACTION_INPUT.cancelUrl,
      order_no: "stpay_01",
      item_name: "Order at Coffee & Co",
      webhook_url: TRANSACTION_INPUT.webhookUrl,
      metadata: { payment_id: "stpay_01" },
    })
  })

  it("reuses connections for successive buyers", async () => {
    const { gateway, client } = await open((response) =>
      answer(response, 200, hostedSuccess(TRANSACTION))
    )
    for (let buyer = 0; buyer < 10; buyer += 1) {
      await client.createTransaction(TRANSACTION_INPUT)
    }
    const connections = new Set(
      gateway.requests.map(({ connection }) => connection)
    )
    expect(connections.size).toBeLessThanOrEqual(2)
  })

  it("sends an order with the contract's field names", async () => {
    const { gateway, onchain } = await open((response) =>
      answer(response, 422, { status: false })
    )
    await errorOf(
      onchain.createOrder({
        amount: "0.10",
        currency: "USDC",
        chain: "BASE",
        orderNo: "stpay_02",
        description: "Order",
        successUrl: "https://store.example/s",
        cancelUrl: "https://store.example/c",
        webhookUrl: "https://store.example/w",
        metadata: { a: 1 },
      })
    )
    expect(JSON.parse(gateway.requests[1]?.body ?? "")).toEqual({
      amount: 0.1,
      currency: "USDC",
      chain: "BASE",
      order_no: "stpay_02",
      description: "Order",
      success_url: "https://store.example/s",
      cancel_url: "https://store.example/c",
      webhook_url: "https://store.example/w",
      metadata: { a: 1 },
    })
  })

  it("follows no redirect, which would leak the token", async () => {
    const elsewhere = await listen((response) => answer(response, 200, {}))
    closers.push(elsewhere.close)
    const { client } = await open((response) =>
      answer(response, 307, "", { location: `${elsewhere.baseUrl}/steal` })
    )
    expect(
      await errorOf(client.createTransaction(TRANSACTION_INPUT))
    ).toMatchObject({ code: "bad_answer", status: 307 })
    expect(elsewhere.requests).toEqual([])
  })

  it("retries no earlier than Retry-After", async () => {
    const moments: number[] = []
    const { client } = await open((response) => {
      moments.push(Date.now())
      if (moments.length === 1) {
        answer(response, 429, "", { "retry-after": "1" })
      } else {
        answer(response, 200, hostedSuccess({ currencies: [] }))
      }
    })
    await client.listCurrencies()
    const [first = 0, second = 0] = moments
    expect(second - first).toBeGreaterThanOrEqual(990)
  })

  it("close() ends a wait", async () => {
    const { gateway, client } = await open(
      (response) => answer(response, 429, "", { "retry-after": "20" }),
      { onRateLimit: () => void client.close() }
    )
    expect(await errorOf(client.listCurrencies())).toMatchObject({
      code: "rate_limited",
      retryAfterMs: 20_000,
    })
    expect(gateway.requests).toHaveLength(2)
  })

  it("sends no request after close()", async () => {
    const { gateway, client } = await open(() => undefined)
    await client.close()
    expect(
      await errorOf(client.createTransaction(TRANSACTION_INPUT))
    ).toMatchObject({ code: "network", ambiguous: false })
    expect(gateway.requests).toEqual([])
  })

  it("closes its connections, so that the process can exit", async () => {
    const server = createTcpServer((socket) => {
      const body = JSON.stringify(onchainSuccess({}))
      socket.on("data", () =>
        socket.write(
          `HTTP/1.1 404 Not Found\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        )
      )
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const client = new BusinessOrderClient({
      ...CREDENTIALS,
      baseUrl: `http://127.0.0.1:${port}`,
    })
    await errorOf(client.getOrder(ORDER_ID))
    await client.close()
    // Resolves only when the last connection is closed.
    server.close()
    await once(server, "close")
  })

  it.each(["gateway.example", "ftp://gateway.example", "", "https://x/?key=1"])(
    "rejects the base URL %j at once",
    (baseUrl) => {
      expect(
        () => new MerchantCheckoutClient({ ...CREDENTIALS, baseUrl })
      ).toThrow(/baseUrl is not an address/)
    }
  )
})
