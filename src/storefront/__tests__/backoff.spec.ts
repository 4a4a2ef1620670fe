import { watchPayment } from "../index.ts"
import { retryAfterMs } from "../connection.ts"
import { PENDING } from "./faulty-store.ts"

type Reply = () => Response | Promise<Response>

const succeeds: Reply = () => Response.json({ payment: PENDING })
const fails =
  (status: number, headers?: Record<string, string>): Reply =>
  () =>
    Response.json({}, { status, headers })
const unreachable: Reply = () => Promise.reject(new TypeError("fetch failed"))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Watches a payment of a store with scripted replies. The last reply repeats.
 * Time and randomness are mocked.
 *
 * @returns the seconds at which the stream and the state were requested
 */
async function requestTimes(
  replies: { events: Reply[]; states: Reply[] },
  { minutes = 10, random = 0.5 } = {}
): Promise<{ events: number[]; states: number[] }> {
  vi.useFakeTimers()
  vi.spyOn(Math, "random").mockReturnValue(random)
  const start = Date.now()
  const times = { events: [] as number[], states: [] as number[] }
  const leave = new AbortController()
  const store = {
    baseUrl: "https://shop.example",
    publishableKey: "pk_test",
    fetch: async (url: string | URL | Request) => {
      const kind = String(url).endsWith("/events") ? "events" : "states"
      const turn = Math.min(times[kind].length, replies[kind].length - 1)
      times[kind].push(Math.round((Date.now() - start) / 1_000))
      return await replies[kind][turn]!()
    },
  }
  const watching = (async () => {
    const { signal } = leave
    for await (const payment of watchPayment(store, "payses_1", { signal })) {
      expect(payment.session_id).toBe("payses_1")
    }
  })().catch((error: Error) => error.name)
  await vi.advanceTimersByTimeAsync(minutes * 60_000)
  leave.abort()
  expect(await watching).toBe("AbortError")
  return times
}

const pauses = (times: number[]): number[] =>
  times.slice(1).map((time, i) => time - times[i]!)

describe("waiting buyers back off from a failing store", () => {
  it.each([
    ["answers 503", fails(503)],
    ["answers 429", fails(429)],
    ["can't be reached", unreachable],
  ])(
    "that %s: doubles each pause, up to a minute, also for the stream",
    async (_, failing) => {
      const replies = { events: [failing], states: [succeeds, failing] }
      const { events, states } = await requestTimes(replies)
      const paused = pauses(states)
      expect(paused.slice(0, 4)).toEqual([4, 4, 8, 16])
      expect(Math.max(...paused)).toBeLessThanOrEqual(60)
      expect(Math.min(...paused.slice(4))).toBeGreaterThanOrEqual(30)
      // The stream is not retried while the state can't be read.
      expect(events).toEqual([0])
    }
  )

  it("waits at most a minute", async () => {
    const replies = { events: [fails(503)], states: [succeeds, fails(503)] }
    const { states } = await requestTimes(replies, { random: 0.999 })
    expect(Math.max(...pauses(states))).toBeLessThanOrEqual(60)
  })

  it("polls as often as before once the store responds again", async () => {
    const down = fails(503)
    const { states } = await requestTimes(
      {
        events: [down],
        states: [
          succeeds,
          down,
          down,
          down,
          succeeds,
          succeeds,
          down,
          succeeds,
        ],
      },
      { minutes: 1 }
    )
    // The first success retries the stream. When that fails, the state is read
    // at once.
    expect(pauses(states).slice(0, 7)).toEqual([4, 4, 8, 16, 0, 4, 4])
  })

  it.each([
    ["seconds", () => "90", 90],
    ["a date", () => new Date(Date.now() + 120_000).toUTCString(), 120],
    ["seconds, limited from an hour to two minutes", () => "3600", 120],
  ])("waits for a Retry-After in %s", async (_, after, seconds) => {
    const busy: Reply = () => fails(429, { "retry-after": after() })()
    const { states } = await requestTimes({
      events: [fails(503)],
      states: [succeeds, busy, succeeds],
    })
    const paused = pauses(states)[1]!
    expect(paused).toBeGreaterThanOrEqual(seconds - 1)
    expect(paused).toBeLessThanOrEqual(seconds + 10)
  })

  it("polls a store with too many streams, and retries the stream after Retry-After", async () => {
    const { events, states } = await requestTimes({
      events: [fails(503, { "retry-after": "300" })],
      states: [succeeds],
    })
    expect(pauses(states).slice(0, 60)).toEqual(Array(60).fill(4))
    expect(events[1]).toBeGreaterThanOrEqual(300)
    expect(events[1]).toBeLessThanOrEqual(310)
  })
})

it.each([
  ["120", null, 120_000],
  ["0", null, 0],
  ["Sun, 22 Nov 2026 10:02:00 GMT", "Sun, 22 Nov 2026 10:00:00 GMT", 120_000],
  ["Sun, 22 Nov 2026 09:00:00 GMT", "Sun, 22 Nov 2026 10:00:00 GMT", 0],
  ["1000000000", null, 3_600_000],
  ["soon", null, undefined],
  [null, null, undefined],
])("Retry-After %j at %j is %p ms", (after, date, ms) => {
  const headers = new Headers()
  if (after !== null) {
    headers.set("retry-after", after)
  }
  if (date !== null) {
    headers.set("date", date)
  }
  expect(retryAfterMs(headers)).toBe(ms)
})
