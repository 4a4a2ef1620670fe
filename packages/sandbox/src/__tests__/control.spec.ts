import { request } from "node:http"
import { call, createOrder, createTransaction, testSandbox } from "./kit"

describe("control address", () => {
  const sandbox = testSandbox()

  /** Calls the control. Returns the status and the JSON of the response. */
  async function callControl(method: string, path: string, body?: unknown) {
    const answer = await call(method, `${sandbox.urls.control}${path}`, {
      body,
    })
    const json: unknown = JSON.parse(answer.text)
    return { status: answer.status, json }
  }

  // Its actions are called in cli/__tests__.
  it("shows the same by GET, and acts by POST only, which a page can't do unasked", async () => {
    await createTransaction(sandbox)
    const [transaction] = sandbox.transactions()
    expect((await callControl("GET", "/state")).json).toMatchObject({
      urls: sandbox.urls,
      transactions: [transaction],
    })
    const path = "/requests?api=merchant&endpoint=create"
    expect((await callControl("GET", path)).json).toMatchObject({
      requests: [{ status: 200 }],
    })
    expect((await callControl("GET", "/reset")).status).toBe(404)
  })

  it("answers 404 to unknown paths, ids and payments, and 409 to what can't be done", async () => {
    await createOrder(sandbox, {
      order_no: "B-1",
    })
    await sandbox.cancel({ orderNo: "B-1" })
    expect((await callControl("GET", "/nothing")).status).toBe(404)
    for (const [path, body, status] of [
      ["/resend", { id: "x" }, 404],
      ["/pay", { orderNo: "nothing" }, 404],
      ["/pay", { orderNo: "B-1" }, 409],
    ] as const) {
      expect(await callControl("POST", path, body)).toEqual({
        status,
        json: { error: expect.stringMatching(/\S/) },
      })
    }
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
