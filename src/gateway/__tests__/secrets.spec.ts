import { inspect } from "node:util"
import { BusinessOrderClient, MerchantCheckoutClient } from ".."
import type { ClientOptions } from ".."
import {
  answer,
  closersOfTests,
  CREDENTIALS,
  errorOf,
  type Handler,
  hostedSuccess,
  listen,
  onchainToken,
  ORDER_ID,
  SECRET,
  TRANSACTION_INPUT,
} from "./doubles"

const TOKEN = "token/with+signs=1"
const PASSWORD = "pass%40word"
const HIDDEN = [
  SECRET,
  encodeURIComponent(SECRET),
  TOKEN,
  PASSWORD,
  "pass@word",
]

function expectNoSecretIn(value: object): void {
  const texts = [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: Infinity, showHidden: true, getters: true }),
    value instanceof Error ? value.stack : "",
  ].join("\n")
  for (const secret of HIDDEN) {
    expect(texts).not.toContain(secret)
    expect(texts).not.toContain(JSON.stringify(secret).slice(1, -1))
  }
}

/** Gateway that echoes the request's secrets in its responses. */
const echo =
  (status: number, wrap: (echoed: string) => unknown): Handler =>
  (response, { headers, body }) => {
    const echoed = `${String(headers.authorization)} ${SECRET} ${encodeURIComponent(SECRET)} ${body}`
    answer(response, status, wrap(echoed))
  }

describe("secrets", () => {
  const closers = closersOfTests()

  async function open(handler: Handler, isVerifyToo = false) {
    const gateway = await listen((response, seen) => {
      if (isVerifyToo || !seen.path.endsWith("/verify")) {
        handler(response, seen)
      } else if (seen.path.startsWith("/merchant")) {
        answer(response, 200, hostedSuccess({ access_token: TOKEN }))
      } else {
        answer(response, 200, onchainToken(TOKEN))
      }
    })
    closers.push(gateway.close)
    const options: ClientOptions = {
      ...CREDENTIALS,
      baseUrl: gateway.baseUrl.replace("//", `//user:${PASSWORD}@`),
      timeouts: { connect: 100, headers: 100, body: 100 },
      retries: 0,
    }
    const hosted = new MerchantCheckoutClient(options)
    const onchain = new BusinessOrderClient(options)
    closers.push(
      () => hosted.close(),
      () => onchain.close()
    )
    return { gateway, hosted, onchain }
  }

  it.each<[string, Handler]>([
    [
      "a message",
      echo(400, (echoed) => ({ status: "error", message: echoed })),
    ],
    [
      "a 422's fields",
      echo(422, (echoed) => ({
        status: "error",
        message: echoed,
        errors: { client_secret: [echoed], [echoed]: echoed },
      })),
    ],
    ["a 401", echo(401, (echoed) => ({ status: false, message: echoed }))],
    ["a 500", echo(500, (echoed) => ({ message: echoed }))],
    ["broken JSON", echo(200, (echoed) => `{"status":"success",${echoed}`)],
    [
      "a response of the wrong shape",
      echo(200, (echoed) => ({
        status: "success",
        data: { [echoed]: echoed },
      })),
    ],
    [
      "a header",
      (response) => answer(response, 302, "", { location: `/${TOKEN}` }),
    ],
    ["no response", () => undefined],
    ["a reset", (response) => response.socket?.resetAndDestroy()],
  ])(
    "are in no error, even if the gateway echoes them in %s",
    async (_, handler) => {
      for (const isVerifyToo of [false, true]) {
        const { hosted, onchain } = await open(handler, isVerifyToo)
        for (const call of [
          () => hosted.createTransaction(TRANSACTION_INPUT),
          () => onchain.getOrder(ORDER_ID),
        ]) {
          const error = await errorOf(call())
          expectNoSecretIn(error)
          expect(error).not.toHaveProperty("cause")
        }
      }
    }
  )

  it("are in no logged client, before and after a call", async () => {
    const { hosted, onchain } = await open(echo(400, () => ({})))
    for (const client of [hosted, onchain]) expectNoSecretIn(client)
    await errorOf(hosted.createTransaction(TRANSACTION_INPUT))
    await errorOf(onchain.getOrder(ORDER_ID))
    for (const client of [hosted, onchain]) expectNoSecretIn(client)
  })

  it("are not repeated in the error about an address", () => {
    try {
      new MerchantCheckoutClient({
        ...CREDENTIALS,
        baseUrl: `https://user:${PASSWORD}@:bad`,
      })
      throw new Error("expected an error")
    } catch (error) {
      expect(String(error)).toMatch(/baseUrl is not an address/)
      expectNoSecretIn(error as Error)
    }
  })

  it("are not sent as user info: only the token authorizes", async () => {
    const { gateway, onchain } = await open((response) =>
      answer(response, 404, {})
    )
    await errorOf(onchain.getOrder(ORDER_ID))
    expect(gateway.requests[0]?.headers).not.toHaveProperty("authorization")
    expect(gateway.requests[1]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  })

  it("leave a readable message, on one line and of limited length", async () => {
    const { hosted } = await open(
      echo(400, () => ({
        status: "error",
        message: `Not\r\nnow\u0007 ${"x".repeat(10_000)}`,
      }))
    )
    const { message } = await errorOf(
      hosted.createTransaction(TRANSACTION_INPUT)
    )
    expect(message).toMatch(
      /^POST \/merchant\/api\/transaction-info was refused \(HTTP 400\)\. The gateway says: "Not now x+…" Correct/
    )
    expect(message.length).toBeLessThan(500)
  })
})
