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
async function untilNobodyIsConnected(): Promise<void> {
  while ((await store.connections()) > 0) {
    await setImmediate()
  }
}

describe("a buyer who watches a payment", () => {
  it("sees each change by one stream, and nothing twice", async () => {
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
    await untilNobodyIsConnected()
  })

  it("misses nothing when the stream is cut, and says where it was", async () => {
    store.events.push(
      cutStream(eventOf(PENDING), eventOf(PAID).slice(0, 40)),
      stream(eventOf(ORDERED))
    )
    expect(await watched()).toEqual([PENDING, ORDERED])
    expect(
      store.asked("events").map(({ headers }) => headers["last-event-id"])
    ).toEqual([undefined, "pending"])
    expect(store.asked("states")).toEqual([])
  })

  it("reads letters whose bytes come in two pieces", async () => {
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
    ["a proxy that breaks", (res) => void res.destroy()],
    ["a proxy with a page of its own", json(200, { hello: "there" })],
    ["a proxy that knows no such path", json(404, { message: "Not found" })],
    ["events that are no JSON", stream("event: payment\ndata: <html>\n\n")],
  ] satisfies [string, (typeof store)["events"][number]][])(
    "is told by polling, behind %s",
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

  it("is told by polling when a proxy holds the stream back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
    let asked = (): void => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    store.events.push(() => asked())
    store.states.push(json(200, { payment: ORDERED }))
    const seen = watched()
    await isAsked
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await seen).toEqual([ORDERED])
    expect(store.asked("events")[0]?.socket.destroyed).toBe(true)
  })

  it("is told by polling when each stream is cut at once", async () => {
    store.events.push(cutStream(eventOf(PENDING)))
    store.states.push(
      json(200, { payment: PENDING }),
      json(200, { payment: ORDERED })
    )
    expect(await watched()).toEqual([PENDING, ORDERED])
    expect(store.asked("events")).toHaveLength(3)
  })

  it("has events again when the store is back", async () => {
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
    "is led by %s to the payment that was made in its place",
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
    "on a device whose clock is 30 minutes ahead is told so by %s, once for each answer",
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

  it("is told that there is no such payment", async () => {
    await expect(watched()).rejects.toMatchObject({
      name: "StablecoinStoreError",
      status: 404,
      message: "No such thing",
      request: "GET /store/stablecoin/payments/payses_1",
    })
  })

  it("is told when the store was never there, and why", async () => {
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

describe("a page that goes away", () => {
  it("ends the request when it leaves the loop", async () => {
    store.events.push(stream(eventOf(PENDING)))
    for await (const payment of watchPayment(store.connection, "payses_1")) {
      expect(payment).toEqual(PENDING)
      break
    }
    await untilNobodyIsConnected()
  })

  it("ends the request by its signal, while nothing happens, with the signal's own reason", async () => {
    const leave = new AbortController()
    store.events.push(stream(eventOf(PENDING)))
    const watching = watchPayment(store.connection, "payses_1", {
      signal: leave.signal,
    })
    await watching.next()
    const next = watching.next()
    leave.abort(new RangeError("gone"))
    await expect(next).rejects.toThrow(RangeError)
    await untilNobodyIsConnected()
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

  it("asks for nothing with a signal that is aborted already", async () => {
    await expect(watched({ signal: AbortSignal.abort() })).rejects.toThrow()
    expect(store.requests).toEqual([])
  })
})

describe("completePayment", () => {
  it("waits for the order of a payment that is paid, and reads it, through a hiccup", async () => {
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

  it("does not take an order that stands for a payment", async () => {
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
    await untilNobodyIsConnected()
    expect(store.asked("states")).toEqual([])
  })

  it("says that a payment ended without money", async () => {
    store.events.push(stream(eventOf(CANCELLED)))
    const error: unknown = await completePayment(
      store.connection,
      "payses_1"
    ).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(PaymentEndedError)
    expect(error).toMatchObject({ payment: CANCELLED })
  })

  it.each([
    ["money came for it", { ...ORDERED }, /is paid.* the money goes back/],
    ["nobody paid yet", { ...PENDING, order_id: "order_1" }, /start anew/],
  ])(
    "does not thank the buyer for a cancelled order: %s",
    async (_, state, message) => {
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
    }
  )

  it("says that a payment belongs to no order", async () => {
    store.events.push(stream(eventOf({ ...PAID, final: true })))
    await expect(completePayment(store.connection, "payses_1")).rejects.toThrow(
      "belongs to no order"
    )
  })
})
