import { createSandbox } from "../index"
import type { Fault } from "../faults/faults"
import {
  businessToken,
  createOrder,
  createTransaction,
  merchantToken,
  testSandbox,
} from "./kit"

describe("faults of calls", () => {
  const sandbox = testSandbox()
  let token: string

  beforeEach(async () => {
    token = await businessToken(sandbox)
  })

  const orders = () => sandbox.orders().length
  const lastRequest = () => sandbox.requests().at(-1)

  it.each(["reset", "half"] as const)(
    "%s loses the response, and has the effect only if configured",
    async (kind) => {
      for (const after of [false, true]) {
        sandbox.fault({ kind, endpoint: "create", after })
        await expect(createOrder(sandbox, {}, token)).rejects.toThrow()
        expect(orders()).toBe(after ? 1 : 0)
        expect(lastRequest()).toMatchObject({ status: null, fault: kind })
      }
    }
  )

  it("broken_json answers half of a JSON text as a whole body", async () => {
    for (const after of [false, true]) {
      sandbox.fault({ kind: "broken_json", after })
      const answer = await createOrder(sandbox, {}, token)
      expect(answer.status).toBe(after ? 201 : 200)
      expect(answer.text.length).toBeGreaterThan(0)
      expect(() => JSON.parse(answer.text) as unknown).toThrow()
      expect(orders()).toBe(after ? 1 : 0)
    }
  })

  it("status answers with status, Retry-After and the API's envelope", async () => {
    sandbox.fault({ kind: "status", status: 429, retryAfter: 7 })
    const answer = await createOrder(sandbox, {}, token)
    expect(answer.status).toBe(429)
    expect(answer.headers.get("retry-after")).toBe("7")
    expect(answer.body).toEqual({ status: false, message: expect.any(String) })
    expect(orders()).toBe(0)
  })

  it("status lets the merchant API fail with HTTP 200", async () => {
    const body = { status: "error", message: "No." }
    const merchant = await merchantToken(sandbox)
    sandbox.fault({ kind: "status", status: 200, body })
    const answer = await createTransaction(sandbox, {}, merchant)
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(sandbox.transactions()).toEqual([])
  })

  it("delay responds late, with the effect before or after the wait", async () => {
    for (const after of [false, true]) {
      sandbox.fault({ kind: "delay", ms: 60, after })
      const started = performance.now()
      expect((await createOrder(sandbox, {}, token)).status).toBe(201)
      expect(performance.now() - started).toBeGreaterThanOrEqual(55)
    }
  })

  it("hang never responds, and ends when the sandbox closes", async () => {
    const own = await createSandbox()
    own.fault({ kind: "hang" })
    const answer = createOrder(own, {}, "any").then(
      () => "answered",
      () => "cut"
    )
    await waitFor(() => own.requests().at(-1)?.fault === "hang")
    await own.close()
    expect(await answer).toBe("cut")
  })

  it("affects the given number of matching calls", async () => {
    const faults: Fault[] = [
      { kind: "status", api: "business", endpoint: "create", times: 2 },
      { kind: "status", api: "merchant", status: 500 },
    ]
    faults.forEach((fault) => sandbox.fault(fault))
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) {
      statuses.push((await createOrder(sandbox, {}, token)).status)
    }
    expect(statuses).toEqual([503, 503, 201])
    expect(sandbox.faults()).toHaveLength(1)
    sandbox.clearFaults()
    expect(sandbox.faults()).toEqual([])
  })

  it("does not affect the hosted pages unless they are named", async () => {
    const answer = await createOrder(sandbox, {}, token)
    const url = answer.body.data.checkout_url as string
    sandbox.fault({ kind: "status" })
    expect((await fetch(url)).status).toBe(200)
    sandbox.fault({ kind: "status", endpoint: "page" })
    expect((await fetch(url)).status).toBe(503)
  })

  it("rejects an invalid fault", () => {
    expect(() => sandbox.fault({ kind: "explode" } as never)).toThrow()
    expect(() => sandbox.fault({ kind: "reset", times: 0 })).toThrow()
  })
})

async function waitFor(fact: () => boolean): Promise<void> {
  while (!fact()) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
