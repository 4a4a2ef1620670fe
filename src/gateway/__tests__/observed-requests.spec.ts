import type { ObservedRequest } from ".."
import {
  answer,
  errorOf,
  type Handler,
  onchainSuccess,
  openGateways,
  ORDER,
  ORDER_ID,
} from "./doubles"

describe("observed requests", () => {
  const { open } = openGateways()

  /** Observes the requests to a gateway with orders of the test's handler. */
  async function observed(handler: Handler) {
    const requests: ObservedRequest[] = []
    const { onchain: client } = await open(handler, {
      retries: 1,
      timeouts: { headers: 200 },
      onRequest: (request) => requests.push(request),
    })
    return { client, requests }
  }

  const seen = (requests: ObservedRequest[]) =>
    requests.map(({ durationMs, ...request }) => {
      expect(durationMs).toBeGreaterThan(0)
      expect(durationMs).toBeLessThan(5_000)
      return request
    })

  const VERIFIED = { operation: "verify", status: 200 }

  it("reports the operation and its success", async () => {
    const state = { ...ORDER, order_id: ORDER_ID }
    const { client, requests } = await observed((response) =>
      answer(response, 200, onchainSuccess(state))
    )
    await client.getOrder(ORDER_ID)
    expect(seen(requests)).toEqual([
      VERIFIED,
      { operation: "read", status: 200 },
    ])
  })

  it("reports each retry, also if the caller gets one error", async () => {
    const { client, requests } = await observed((response) =>
      answer(response, 503, "")
    )
    await errorOf(client.cancelOrder(ORDER_ID))
    const failed = { operation: "cancel", status: 503, code: "unavailable" }
    expect(seen(requests)).toEqual([VERIFIED, failed, failed])
  })

  it("reports a rejection with status 200 and a missing response", async () => {
    const rejected = await observed((response) =>
      answer(response, 200, { status: false, message: "No." })
    )
    await errorOf(rejected.client.getOrder(ORDER_ID, { once: true }))
    expect(seen(rejected.requests).at(-1)).toEqual({
      operation: "read",
      status: 200,
      code: "rejected",
    })

    const silent = await observed(() => undefined)
    await errorOf(silent.client.getOrder(ORDER_ID, { once: true }))
    expect(seen(silent.requests).at(-1)).toEqual({
      operation: "read",
      code: "timeout",
    })
  })
})
