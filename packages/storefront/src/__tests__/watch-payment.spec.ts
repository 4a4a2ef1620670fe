import { setImmediate } from "node:timers/promises"
import Medusa from "@medusajs/js-sdk"
import {
  completePayment,
  PaymentEndedError,
  StablecoinStoreError,
  type StoreConnection,
  type StorePayment,
  watchPayment,
  type WatchOptions,
} from "../index.ts"
import {
  type Answer,
  CANCELLED,
  type FaultyStore,
  json,
  ORDERED,
  PAID,
  PENDING,
  state,
  storeOfEachTest,
} from "./faulty-store.ts"
import { fakeClock } from "../../../../tools/harness/fake-clock.ts"

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

async function watched(
  options: WatchOptions = {},
  connection: StoreConnection = store.connection
): Promise<StorePayment[]> {
  const seen: StorePayment[] = []
  for await (const payment of watchPayment(connection, "payses_1", options)) {
    seen.push(payment)
  }
  return seen
}

/**
 * Waits until no connection is open. A leaked connection would time out the
 * test.
 */
async function untilDisconnected(): Promise<void> {
  while ((await store.connections()) > 0) {
    await setImmediate()
  }
}

describe("watchPayment", () => {
  it("reports each change once", async () => {
    store.states.push(
      state(PENDING),
      state(PENDING),
      state(PAID),
      state(ORDERED)
    )
    expect(await watched()).toEqual([PENDING, PAID, ORDERED])
    expect(store.requests).toHaveLength(4)
    expect(store.requests[0]?.headers["x-publishable-api-key"]).toBe("pk_test")
  })

  it.each<[string, () => StoreConnection]>([
    ["an address and a key", () => store.connection],
    ["Medusa's JS SDK", () => new Medusa(store.connection)],
  ])("reads only what changed, by %s", async (_, connection) => {
    const tagged =
      (tag: string, payment: StorePayment): Answer =>
      (res, req) => {
        res.setHeader("etag", tag)
        if (req.headers["if-none-match"] === tag) {
          res.writeHead(304).end()
        } else {
          state(payment)(res, req)
        }
      }
    const pending = tagged('W/"1"', PENDING)
    store.states.push(pending, pending, pending, tagged('W/"2"', ORDERED))
    expect(await watched({}, connection())).toEqual([PENDING, ORDERED])
    expect(
      store.requests.map(({ headers }) => headers["if-none-match"])
    ).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"1"'])
  })

  it.each<[string, Answer]>([
    ["a store that is overloaded", json(503, { message: "Too many" })],
    ["a proxy that closes the connection", (res) => void res.destroy()],
    ["a proxy with a page of its own", (res) => void res.end("<html>")],
    ["a store that limits requests", json(429, {})],
    ["a proxy that finds no store during its restart", json(404, {})],
    ["a firewall that blocks a request", json(403, {})],
  ])("continues to poll, behind %s", async (_, answer) => {
    store.states.push(state(PENDING), answer, answer, state(ORDERED))
    expect(await watched()).toEqual([PENDING, ORDERED])
  })

  it("continues when the store is back", async () => {
    store.states.push(state(PENDING), state(ORDERED))
    const watching = watchPayment(store.connection, "payses_1")
    expect((await watching.next()).value).toEqual(PENDING)
    await store.close()
    const next = watching.next()
    await store.open()
    expect((await next).value).toEqual(ORDERED)
    await watching.return()
  })

  it("follows the replacement of a payment", async () => {
    const replaced = { ...CANCELLED, replaced_by: "payses_2" }
    const other = { ...ORDERED, session_id: "payses_2" }
    store.states.push(
      (res, req) => state(PENDING)(res.setHeader("etag", '"1"'), req),
      state(replaced),
      state(other)
    )
    expect(await watched()).toEqual([PENDING, other])
    const { url, headers } = store.requests.at(-1)!
    expect(url).toContain("/payses_2")
    expect(headers["if-none-match"]).toBeUndefined()
  })

  it("reports the clock offset of a device, once per state", async () => {
    const HALF_AN_HOUR_MS = 30 * 60_000
    const device = Date.now()
    jest.spyOn(Date, "now").mockReturnValue(device)
    const now = (ms: number) =>
      new Date(device - HALF_AN_HOUR_MS + ms).toISOString()
    store.states.push(
      state(PENDING, { now: now(0) }),
      state(PENDING, { now: now(5) }),
      state(ORDERED, { now: now(1_000) })
    )
    expect(await watched()).toEqual([
      { ...PENDING, clock_offset_ms: -HALF_AN_HOUR_MS },
      { ...ORDERED, clock_offset_ms: 1_000 - HALF_AN_HOUR_MS },
    ])
    jest.restoreAllMocks()
  })

  it("rejects for an unknown payment", async () => {
    await expect(watched()).rejects.toMatchObject({
      name: "StablecoinStoreError",
      status: 404,
      message: "No such thing",
      request: "GET /store/stablecoin/payments/payses_1",
    })
  })
})

describe("a page that closes", () => {
  it("ends the polling when it leaves the loop", async () => {
    store.states.push(state(PENDING))
    for await (const payment of watchPayment(store.connection, "payses_1")) {
      expect(payment).toEqual(PENDING)
      break
    }
    await untilDisconnected()
    expect(store.requests).toHaveLength(1)
  })

  it("ends a request by its signal, with the signal's reason", async () => {
    const leave = new AbortController()
    store.states.push(state(PENDING), () => leave.abort(new RangeError("gone")))
    const watching = watchPayment(store.connection, "payses_1", leave)
    await watching.next()
    await expect(watching.next()).rejects.toThrow(RangeError)
    await untilDisconnected()
  })

  it("ends the wait between two requests by its signal", async () => {
    const leave = new AbortController()
    store.states.push(state(PENDING, { poll_after: 600_000 }))
    const watching = watchPayment(store.connection, "payses_1", leave)
    await watching.next()
    const next = watching.next()
    leave.abort()
    await expect(next).rejects.toMatchObject({ name: "AbortError" })
  })

  it("sends no request with an aborted signal", async () => {
    await expect(watched({ signal: AbortSignal.abort() })).rejects.toThrow()
    expect(store.requests).toEqual([])
  })
})

describe("completePayment", () => {
  it("reads the order of a paid payment, and retries a failed read", async () => {
    store.states.push(
      state(PAID),
      state(ORDERED),
      (res) => void res.destroy(),
      json(200, { order: { id: "order_1", display_id: 7 } })
    )
    expect(await completePayment(store.connection, "payses_1")).toEqual({
      id: "order_1",
      display_id: 7,
    })
    expect(store.requests.map(({ method }) => method)).not.toContain("POST")
  })

  it("does not take an unpaid order as a payment", async () => {
    const waiting = { ...PENDING, order_id: "order_1" }
    const leave = new AbortController()
    store.states.push(state(waiting), (res, req) => {
      leave.abort(new RangeError("enough"))
      state(waiting)(res, req)
    })
    await expect(
      completePayment(store.connection, "payses_1", leave)
    ).rejects.toThrow("enough")
    await untilDisconnected()
    expect(store.requests.map(({ url }) => url)).not.toContain(
      "/store/orders/order_1"
    )
  })

  it.each<[string, StorePayment, RegExp]>([
    ["ended unpaid", CANCELLED, /./],
    [
      "is paid, for a cancelled order",
      { ...ORDERED, order_canceled: true },
      /is paid.* the money will be returned/,
    ],
    [
      "is not paid yet, for a cancelled order",
      { ...PENDING, order_id: "order_1", order_canceled: true },
      /start again/,
    ],
  ])("rejects for a payment that %s", async (_, payment, text) => {
    store.states.push(state(payment))
    const completing = completePayment(store.connection, "payses_1")
    const error = await completing.catch((each: unknown) => each)
    expect(error).toBeInstanceOf(PaymentEndedError)
    const message = expect.stringMatching(text)
    expect(error).toMatchObject({ payment, message })
  })

  it("rejects if a payment belongs to no order", async () => {
    store.states.push(state({ ...PAID, final: true }))
    await expect(completePayment(store.connection, "payses_1")).rejects.toThrow(
      "belongs to no order"
    )
  })
})

describe("a store that never answered", () => {
  it("is given up after three failures, with the cause", async () => {
    const failing: Answer = (res) => void res.destroy()
    store.states.push(failing)
    const clock = fakeClock({ toFake: ["setTimeout", "clearTimeout"] })
    let inFlight = 0
    const counted: typeof fetch = async (...request) => {
      inFlight += 1
      return await fetch(...request).finally(() => (inFlight -= 1))
    }
    const connection = { ...store.connection, fetch: counted }
    let error: unknown
    void watched({}, connection).catch((each: unknown) => (error = each))
    while (!error) {
      await setImmediate()
      // A request in flight must fail before its timeout.
      if (!inFlight) {
        await clock.tickAsync(100)
      }
    }
    clock.uninstall()
    expect(store.requests).toHaveLength(3)
    expect(error).toBeInstanceOf(StablecoinStoreError)
    expect(error).toMatchObject({
      status: undefined,
      cause: { message: "fetch failed" },
    })
  })
})
