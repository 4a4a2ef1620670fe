import { request } from "node:http"
import {
  businessToken,
  call,
  createOrder,
  createTransaction,
  merchantToken,
  testReceiver,
  testSandbox,
} from "./kit"

describe("control address", () => {
  const sandbox = testSandbox()
  const store = testReceiver()

  /** Calls the control. Returns the status and the JSON of the response. */
  async function callControl(method: string, path: string, body?: unknown) {
    const answer = await call(method, `${sandbox.urls.control}${path}`, {
      body,
    })
    const json: unknown = JSON.parse(answer.text)
    return { status: answer.status, json }
  }

  const transaction = async () =>
    createTransaction(sandbox, await merchantToken(sandbox), {
      order_no: "A-1",
      webhook_url: store.url,
    })

  it("shows records, requests and webhooks", async () => {
    await transaction()
    await callControl("POST", "/settle")
    expect((await callControl("GET", "/state")).json).toMatchObject({
      urls: sandbox.urls,
      transactions: [{ orderNo: "A-1", status: "pending" }],
      orders: [],
    })
    expect(
      (await callControl("GET", "/requests?api=merchant&endpoint=create")).json
    ).toMatchObject({ requests: [{ status: 200, body: { amount: 10.5 } }] })
    const [webhook] = sandbox.webhooks()
    expect((await callControl("GET", "/webhooks")).json).toEqual({
      webhooks: [webhook],
    })
    expect((await callControl("GET", "/credentials")).json).toEqual(
      sandbox.credentials
    )
  })

  it("pays, lets fail and cancels", async () => {
    await transaction()
    await createOrder(sandbox, await businessToken(sandbox), {
      order_no: "B-1",
    })
    const act = (path: string, orderNo: string) =>
      callControl("POST", path, { orderNo })
    expect(await act("/fail", "A-1")).toMatchObject({
      status: 200,
      json: { api: "merchant", entry: { status: "failed" } },
    })
    expect(await act("/pay", "A-1")).toMatchObject({
      json: { entry: { status: "success" } },
    })
    expect(await act("/cancel", "B-1")).toMatchObject({
      json: { entry: { status: "cancelled" } },
    })
    expect(await act("/pay", "B-1")).toEqual({
      status: 409,
      json: { error: expect.stringContaining("cancelled") },
    })
    expect((await act("/pay", "nothing")).status).toBe(404)
  })

  it("changes secrets, accounts and endpoints", async () => {
    const before = sandbox.credentials
    await callControl("POST", "/rotate", { which: "webhook" })
    expect(sandbox.credentials.onchain.webhookSecret).not.toBe(
      before.onchain.webhookSecret
    )
    expect(
      (await callControl("POST", "/account", { name: "Two" })).json
    ).toEqual({
      id: expect.any(String),
      hosted: expect.any(Object),
      onchain: expect.any(Object),
    })
    await callControl("POST", "/endpoint", { url: store.url, secret: "own" })
    expect(sandbox.endpoints()).toMatchObject([{ url: store.url }])
    await callControl("POST", "/reset")
    expect(sandbox.endpoints()).toEqual([])
  })

  it.each([
    ["/fault", { kind: "explode" }],
    ["/fault", { kind: "reset", tims: 2 }],
    ["/trigger", { event: "payment.success" }],
    ["/pay", {}],
    ["/pay", { orderNo: "A", token: "B" }],
    ["/endpoint", { url: "nowhere" }],
    ["/transfer", { amount: 1 }],
    ["/mine", { chain: "SOLANA" }],
    ["/mine", { chain: "BASE", blocks: 0.5 }],
    ["/rotate", { which: "all" }],
    ["/reset", { really: true }],
  ])("POST %s rejects %j with a reason", async (path, body) => {
    expect(await callControl("POST", path, body)).toEqual({
      status: 422,
      json: { error: expect.stringMatching(/\S/) },
    })
  })

  it("answers 404 to unknown paths and ids", async () => {
    expect((await callControl("GET", "/nothing")).status).toBe(404)
    expect((await callControl("POST", "/resend", { id: "x" })).status).toBe(404)
    // A page could have a browser call it without a preflight.
    expect((await callControl("GET", "/reset")).status).toBe(404)
  })

  describe("against web pages", () => {
    it("rejects another Host than its own, as in DNS rebinding, and another Origin", async () => {
      const { port } = new URL(sandbox.urls.control)
      const status = async (headers: Record<string, string>) =>
        await new Promise<number | undefined>((resolve, reject) => {
          const at = { host: "127.0.0.1", port, path: "/state", headers }
          request(at, (response) => {
            response.resume()
            resolve(response.statusCode)
          })
            .on("error", reject)
            .end()
        })
      const Host = `localhost:${port}`
      expect(await status({ Host })).toBe(200)
      expect(await status({ Host: `evil.example:${port}` })).toBe(403)
      expect(await status({ Host, Origin: "null" })).toBe(403)
    })

    it("rejects a body that a form could send", async () => {
      const answer = await call("POST", `${sandbox.urls.control}/reset`, {
        raw: "{}",
        headers: { "Content-Type": "text/plain" },
      })
      expect(answer.status).toBe(415)
    })

    it("serves its routes only on its own address, and no APIs there", async () => {
      for (const url of [sandbox.urls.merchant, sandbox.urls.business]) {
        expect((await call("GET", `${url}/state`)).status).toBe(404)
        expect((await call("POST", `${url}/reset`, { body: {} })).status).toBe(
          404
        )
      }
      expect(
        (await callControl("POST", "/merchant/api/verify", { client_id: "a" }))
          .status
      ).toBe(404)
    })
  })
})
