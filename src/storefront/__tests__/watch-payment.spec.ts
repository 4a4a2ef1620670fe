import { setImmediate } from "node:timers/promises"
import {
  completePayment,
  PaymentEndedError,
  StablecoinStoreError,
  type StorePayment,
  watchPayment,
  type WatchOptions,
} from "../index.ts"
import {
  CANCELLED,
  cutStream,
  eventOf,
  type FaultyStore,
  json,
  ORDERED,
  PAID,
  PENDING,
  storeOfEachTest,
  stream,
} from "./faulty-store.ts"

const QUICK = { pollMs: 5 }

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

async function watched(options: WatchOptions = QUICK): Promise<StorePayment[]> {
  const seen: StorePayment[] = []
  for await (const payment of watchPayment(
    store.connection,
    "payses_1",
    options
  )) {
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
  it("reports each change once from one stream", async () => {
    store.events.push(
      stream(
        eventOf(PENDING),
        eventOf(PENDING),
        eventOf(PAID),
        eventOf(ORDERED)
      )
    )
    expect(await watched()).toEqual([PENDING, PAID, ORDERED])
    expect(store.requests).toHaveLength(1)
    expect(store.requests[0]?.headers).toMatchObject({
      accept: "text/event-stream",
      "x-publishable-api-key": "pk_test",
    })
    await untilDisconnected()
  })

  it("resumes a cut stream at its last event", async () => {
    store.events.push(
      cutStream(eventOf(PENDING), eventOf(PAID).slice(0, 40)),
      stream(eventOf(ORDERED))
    )
    expect(await watched()).toEqual([PENDING, ORDERED])
    expect(
      store.requestsFor("events").map(({ headers }) => headers["last-event-id"])
    ).toEqual([undefined, "pending"])
    expect(store.requestsFor("states")).toEqual([])
  })

  it("reads characters whose bytes arrive in two pieces", async () => {
    const bytes = Buffer.from(eventOf(PENDING))
    const inTheLetter = bytes.indexOf("ñ") + 1
    store.events.push((res, req) => {
      stream(bytes.subarray(0, inTheLetter))(res, req)
      setTimeout(() => {
        res.end(
          Buffer.concat([
            bytes.subarray(inTheLetter),
            Buffer.from(eventOf(ORDERED)),
          ])
        )
      }, 20)
    })
    expect(await watched()).toEqual([PENDING, ORDERED])
  })

  it.each([
    ["a store with too many streams", json(503, { message: "Too many" })],
    ["a proxy that closes the connection", (res) => void res.destroy()],
    ["a proxy with a page of its own", json(200, { hello: "there" })],
    ["a proxy without this path", json(404, { message: "Not found" })],
    ["events that are not JSON", stream("event: payment\ndata: <html>\n\n")],
  ] satisfies [string, (typeof store)["events"][number]][])(
    "falls back to polling, behind %s",
    async (_, answer) => {
      store.events.push(answer)
      store.states.push(
        json(200, { payment: PENDING }),
        json(502, "<html>"),
        json(200, { payment: PENDING })
      )
      store.states.push(json(200, { payment: ORDERED }))
      expect(await watched()).toEqual([PENDING, ORDERED])
    }
  )

  it("falls back to polling when a proxy buffers the stream", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    let notifyRequest = (): void => {}
    const isRequested = new Promise<void>(
      (resolve) => (notifyRequest = resolve)
    )
    store.events.push(() => notifyRequest())
    store.states.push(json(200, { payment: ORDERED }))
    const seen = watched()
    await isRequested
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await seen).toEqual([ORDERED])
    expect(store.requestsFor("events")[0]?.socket.destroyed).toBe(true)
  })

  it("falls back to polling when each stream is cut at once", async () => {
    store.events.push(cutStream(eventOf(PENDING)))
    store.states.push(
      json(200, { payment: PENDING }),
      json(200, { payment: ORDERED })
    )
    expect(await watched()).toEqual([PENDING, ORDERED])
    expect(store.requestsFor("events")).toHaveLength(3)
  })

  it("resumes the stream when the store is back", async () => {
    store.events.push(cutStream(eventOf(PENDING)), stream(eventOf(ORDERED)))
    const watching = watchPayment(store.connection, "payses_1", QUICK)
    expect((await watching.next()).value).toEqual(PENDING)
    await store.close()
    store.states.push(json(200, { payment: PENDING }))
    const next = watching.next()
    await store.open()
    expect((await next).value).toEqual(ORDERED)
    await watching.return()
  })

  it.each(["events", "polling"])(
    "follows the replacement of a payment by %s",
    async (way) => {
      const replaced = { ...CANCELLED, replaced_by: "payses_2" }
      const other = { ...ORDERED, session_id: "payses_2" }
      store.events.push(
        ...(way === "events"
          ? [
              stream(eventOf(PENDING), eventOf(replaced)),
              stream(eventOf(other)),
            ]
          : [json(503, {})])
      )
      store.states.push(
        json(200, { payment: PENDING }),
        json(200, { payment: replaced }),
        json(200, { payment: other })
      )
      expect(await watched()).toEqual([PENDING, other])
      const { url, headers } = store.requests.at(-1)!
      expect(url).toContain("/payses_2")
      expect(headers["last-event-id"]).toBeUndefined()
    }
  )

  it.each(["events", "polling"])(
    "reports the clock offset of a device by %s, once per response",
    async (way) => {
      const HALF_AN_HOUR_MS = 30 * 60_000
      const device = Date.now()
      vi.spyOn(Date, "now").mockReturnValue(device)
      const now = (ms: number) =>
        new Date(device - HALF_AN_HOUR_MS + ms).toISOString()
      const answers = [
        { payment: PENDING, now: now(0) },
        { payment: PENDING, now: now(5) },
        { payment: ORDERED, now: now(1_000) },
      ]
      store.events.push(
        way === "events"
          ? stream(
              ...answers.map(
                (each) => `event: payment\ndata: ${JSON.stringify(each)}\n\n`
              )
            )
          : json(503, {})
      )
      store.states.push(...answers.map((each) => json(200, each)))
      expect(await watched()).toEqual([
        { ...PENDING, clock_offset_ms: -HALF_AN_HOUR_MS },
        { ...ORDERED, clock_offset_ms: 1_000 - HALF_AN_HOUR_MS },
      ])
      vi.restoreAllMocks()
    }
  )

  it("rejects for an unknown payment", async () => {
    await expect(watched()).rejects.toMatchObject({
      name: "StablecoinStoreError",
      status: 404,
      message: "No such thing",
      request: "GET /store/stablecoin/payments/payses_1",
    })
  })

  it("rejects with the cause if the store is unreachable", async () => {
    await store.close()
    const error: unknown = await watched().catch((each: unknown) => each)
    await store.open()
    expect(error).toBeInstanceOf(StablecoinStoreError)
    expect(error).toMatchObject({
      status: undefined,
      cause: { message: "fetch failed" },
    })
  })
})

describe("a page that closes", () => {
  it("ends the request when it leaves the loop", async () => {
    store.events.push(stream(eventOf(PENDING)))
    for await (const payment of watchPayment(store.connection, "payses_1")) {
      expect(payment).toEqual(PENDING)
      break
    }
    await untilDisconnected()
  })

  it("ends an idle request by its signal, with the signal's reason", async () => {
    const leave = new AbortController()
    store.events.push(stream(eventOf(PENDING)))
    const watching = watchPayment(store.connection, "payses_1", {
      signal: leave.signal,
    })
    await watching.next()
    const next = watching.next()
    leave.abort(new RangeError("gone"))
    await expect(next).rejects.toThrow(RangeError)
    await untilDisconnected()
  })

  it("ends the polling by its signal", async () => {
    const leave = new AbortController()
    store.events.push(json(503, {}))
    store.states.push(json(200, { payment: PENDING }))
    const watching = watchPayment(store.connection, "payses_1", {
      signal: leave.signal,
      pollMs: 60_000,
    })
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
    store.events.push(stream(eventOf(PAID), eventOf(ORDERED)))
    store.states.push(
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
    store.events.push(stream(eventOf(waiting)))
    const leave = new AbortController()
    const order = completePayment(store.connection, "payses_1", {
      signal: leave.signal,
    })
    order.catch(() => {})
    while (store.requests.length === 0) {
      await setImmediate()
    }
    leave.abort(new RangeError("enough"))
    await expect(order).rejects.toThrow("enough")
    await untilDisconnected()
    expect(store.requestsFor("states")).toEqual([])
  })

  it("rejects if a payment ended unpaid", async () => {
    store.events.push(stream(eventOf(CANCELLED)))
    const error: unknown = await completePayment(
      store.connection,
      "payses_1"
    ).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(PaymentEndedError)
    expect(error).toMatchObject({ payment: CANCELLED })
  })

  it.each([
    [
      "money arrived for it",
      { ...ORDERED },
      /is paid.* the money will be returned/,
    ],
    ["it is not paid yet", { ...PENDING, order_id: "order_1" }, /start again/],
  ])("rejects for a cancelled order: %s", async (_, state, message) => {
    const payment: StorePayment = { ...state, order_canceled: true }
    store.events.push(stream(eventOf(payment)))
    store.states.push(json(200, { order: { id: "order_1", display_id: 7 } }))
    const error: unknown = await completePayment(
      store.connection,
      "payses_1"
    ).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(PaymentEndedError)
    expect(error).toMatchObject({
      payment,
      message: expect.stringMatching(message),
    })
  })

  it("rejects if a payment belongs to no order", async () => {
    store.events.push(stream(eventOf({ ...PAID, final: true })))
    await expect(completePayment(store.connection, "payses_1")).rejects.toThrow(
      "belongs to no order"
    )
  })
})
