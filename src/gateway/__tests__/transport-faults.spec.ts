import {
  answer,
  errorOf,
  openGateways,
  hostedSuccess,
  TRANSACTION_INPUT,
  type Handler,
} from "./doubles"

const CREATION = "/merchant/api/transaction-info"

describe("faults on real sockets", () => {
  const { closers, open } = openGateways()

  const FAULTS: [string, Handler, object][] = [
    [
      "a reset after the request",
      (response) => response.socket?.resetAndDestroy(),
      { code: "network" },
    ],
    [
      "a connection closed without a response",
      (response) => response.socket?.end(),
      { code: "network" },
    ],
    ["no response", () => undefined, { code: "timeout" }],
    [
      "half a body, then a close",
      (response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write('{"status":"suc', () => response.socket?.end())
      },
      { code: "network" },
    ],
    [
      "half a body, then no more bytes",
      (response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write('{"status":"suc')
      },
      { code: "timeout" },
    ],
    [
      "a body that never ends",
      (response) => {
        const dripping = setInterval(() => response.write(" "), 20)
        response.on("close", () => clearInterval(dripping))
        response.writeHead(200)
      },
      { code: "timeout" },
    ],
    [
      "a body over the limit",
      (response) => answer(response, 200, `"${"x".repeat(2 ** 21)}"`),
      { code: "bad_answer", status: 200 },
    ],
    [
      "a response that is not HTTP",
      (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
      { code: "network" },
    ],
  ]

  it.each(FAULTS)(
    "sends a creation once and reports it as ambiguous after %s",
    async (_, handler, expected) => {
      const { gateway, client } = await open(handler, {
        timeouts: { headers: 100, body: 100, connect: 100 },
      })
      const error = await errorOf(client.createTransaction(TRANSACTION_INPUT))
      expect(error).toMatchObject({
        ...expected,
        ambiguous: true,
        request: { method: "POST", path: CREATION },
      })
      const creations = gateway
        .paths()
        .filter((path) => path.includes(CREATION))
      expect(creations).toHaveLength(1)
    }
  )

  it("reports a rejection with an unreadable body", async () => {
    const { client } = await open((response) => {
      response.writeHead(422, { "content-length": "100" })
      response.write('{"status":"err', () => response.socket?.end())
    })
    expect(
      await errorOf(client.createTransaction(TRANSACTION_INPUT))
    ).toMatchObject({ code: "invalid", status: 422, ambiguous: false })
  })

  it("reports a refused connection as not sent", async () => {
    const { gateway, client } = await open(() => undefined)
    await gateway.close()
    // It is closed already.
    closers.shift()
    expect(
      await errorOf(client.createTransaction(TRANSACTION_INPUT))
    ).toMatchObject({
      code: "network",
      retryable: true,
      ambiguous: false,
    })
  })

  it("retries a listing after a reset and a closed connection", async () => {
    let calls = 0
    const { gateway, client } = await open((response) => {
      calls += 1
      if (calls === 1) response.socket?.resetAndDestroy()
      else if (calls === 2) response.socket?.end()
      else answer(response, 200, hostedSuccess({ currencies: [] }))
    })
    expect(await client.listCurrencies()).toEqual([])
    expect(gateway.requests).toHaveLength(4)
  })
})
