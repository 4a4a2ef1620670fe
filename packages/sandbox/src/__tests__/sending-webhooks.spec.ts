import { createHmac } from "node:crypto"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { createSandbox } from ".."
import type { Fault } from "../faults/faults"
import { createTransaction, testReceiver, testSandbox } from "./kit"

describe("webhooks of the sandbox", () => {
  const sandbox = testSandbox({ webhookRetries: 2, webhookBackoffMs: 5 })
  const store = testReceiver()
  const target = { orderNo: "A-1" }
  beforeEach(async () => {
    store.respondWith(200)
    await create(store.url)
    await sandbox.settled()
    store.clear()
  })

  async function create(url?: string, orderNo = "A-1"): Promise<void> {
    const fields = { webhook_url: url, order_no: orderNo }
    await createTransaction(sandbox, fields)
  }
  const last = () => sandbox.webhooks().at(-1)
  const signature = (raw: string) =>
    createHmac("sha256", sandbox.credentials.hosted.clientSecret)
      .update(raw)
      .digest("hex")

  it("are recorded with their request and response", async () => {
    await sandbox.pay(target)
    await sandbox.settled()
    const { raw } = store.of("payment.success")
    expect(last()).toMatchObject({
      api: "merchant",
      event: "payment.success",
      url: store.url,
      subject: sandbox.transactions()[0]?.transactionId,
      headers: { "X-Webhook-Signature": signature(raw) },
      body: raw,
      state: "accepted",
      status: 200,
      fault: null,
      attempts: [{ status: 200, error: null, answer: '{"received":true}' }],
      resendOf: null,
    })
  })

  it("are retried until a 2xx response or the last attempt", async () => {
    store.respondWith(500)
    await sandbox.pay(target)
    await sandbox.settled()
    expect(last()).toMatchObject({ state: "failed", status: 500 })
    expect(last()?.attempts).toHaveLength(3)
  })

  it("fail if the store is unreachable", async () => {
    const port = await freePort()
    await create(`http://127.0.0.1:${port}/`, "A-2")
    await sandbox.settled()
    expect(last()).toMatchObject({
      state: "failed",
      status: null,
      attempts: [{ error: "ECONNREFUSED" }, {}, {}],
    })
  })

  it("can be resent with the same bytes, signed with the current secret", async () => {
    await sandbox.pay(target)
    await sandbox.settled()
    const first = last()
    sandbox.rotateSecret("hosted")
    const again = sandbox.resend(first?.id ?? "")
    await sandbox.settled()
    expect(again.resendOf).toBe(first?.id)
    expect(store.received).toHaveLength(2)
    expect(store.received[1]?.raw).toBe(first?.body)
    expect(store.received[1]?.headers["x-webhook-signature"]).toBe(
      signature(first?.body ?? "")
    )
    expect(() => sandbox.resend("nothing")).toThrow("no webhook nothing")
  })

  it("can be triggered with custom fields, without a change of the records", async () => {
    sandbox.trigger("payment.success", target, { amount: 9.99, order_no: "X" })
    sandbox.trigger("payment.failed", target)
    sandbox.trigger("something.new", target, {}, { force: true })
    await sandbox.settled()
    expect(store.of("payment.success").json.payload).toMatchObject({
      amount: 9.99,
      order_no: "X",
      status: "success",
    })
    expect(store.of("payment.failed").json.payload).toMatchObject({
      status: "failed",
    })
    expect(store.events()).toContain("something.new")
    expect(sandbox.transactions()[0]?.status).toBe("pending")
  })

  it.each([
    ["payment.sucess", "payment.success"],
    ["payment_order.paid", "transaction.failed"],
  ])("are not triggered as %s of a transaction", async (event, suggestion) => {
    expect(() => sandbox.trigger(event, target)).toThrow(suggestion)
    await sandbox.settled()
    expect(store.events()).not.toContain(event)
  })

  it("are rejected when triggered without a receiver", async () => {
    await create(undefined, "A-3")
    expect(() =>
      sandbox.trigger("payment.success", { orderNo: "A-3" })
    ).toThrow("no webhook_url")
  })

  describe("faults", () => {
    it.each<[fault: Fault, sent: number, last: object]>([
      [{ kind: "drop" }, 0, { state: "dropped", fault: "drop" }],
      [{ kind: "double" }, 2, { attempts: [{}, {}] }],
      [{ kind: "wrong_signature" }, 1, { state: "failed", status: 401 }],
      [
        { kind: "lost_answer" },
        2,
        { attempts: [{ status: null, error: "LOST_ANSWER" }, { status: 200 }] },
      ],
      [{ kind: "drop", api: "business" }, 1, { fault: null }],
      [{ kind: "drop", event: "transaction.failed" }, 1, { fault: null }],
    ])("%j: sent %i times", async (fault, sent, recorded) => {
      const isForged = fault.kind === "wrong_signature"
      store.respondWith(isForged ? 401 : 200)
      sandbox.fault(fault)
      await sandbox.pay(target)
      await sandbox.settled()
      expect(store.received).toHaveLength(sent)
      for (const { raw, headers } of store.received) {
        expect(raw).toBe(last()?.body)
        const signed = headers["x-webhook-signature"] === signature(raw)
        expect(signed).toBe(!isForged)
      }
      expect(last()).toMatchObject(recorded)
    })

    it("delay: sent later", async () => {
      sandbox.fault({ kind: "late", ms: 50 })
      const started = performance.now()
      await sandbox.pay(target)
      await sandbox.settled()
      expect(performance.now() - started).toBeGreaterThanOrEqual(45)
      expect(store.events()).toEqual(["payment.success"])
    })

    it("reorder: sent after the next one", async () => {
      sandbox.fault({ kind: "reorder", event: "transaction.failed" })
      await sandbox.fail(target)
      await sandbox.pay(target)
      await sandbox.settled()
      expect(store.events()).toEqual(["payment.success", "transaction.failed"])
    })
  })

  it("close() cancels waiting webhooks at once", async () => {
    const own = await createSandbox({ webhookBackoffMs: 60_000 })
    store.respondWith(503)
    await createTransaction(own, { webhook_url: store.url })
    while (store.received.length === 0) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    await own.close()
    expect(own.webhooks()[0]?.state).toBe("failed")
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
