import { type StoreConnection, watchPayment } from "../index.ts"
import { retryAfterMs } from "../connection.ts"
import { performTask } from "../react/perform-task.ts"
import { OFFERED, PENDING } from "./faulty-store.ts"
import {
  fakeClock,
  type FakeClock,
} from "../../../../tools/harness/fake-clock.ts"

type Reply = (tag: string | null) => Response | Promise<Response>

const answers = (poll_after: number): Reply => {
  return () =>
    Response.json(
      { payment: PENDING, poll_after },
      { headers: { etag: `"${PENDING.status}"` } }
    )
}
const succeeds = answers(2_000)
const fails =
  (status: number, headers?: Record<string, string>): Reply =>
  () =>
    Response.json({}, { status, headers })
const unreachable: Reply = () => Promise.reject(new TypeError("fetch failed"))

let clock: FakeClock
beforeEach(() => void (clock = fakeClock()))
afterEach(() => {
  clock.uninstall()
  jest.restoreAllMocks()
})

async function watch(
  store: StoreConnection,
  signal: AbortSignal
): Promise<void> {
  for await (const payment of watchPayment(store, "payses_1", { signal })) {
    expect(payment.session_id).toBe("payses_1")
  }
}

/**
 * Watches a payment of a store with scripted replies. The last reply repeats.
 * Time and randomness are mocked.
 *
 * @returns the pauses between the requests, in seconds
 */
async function pausesOf(
  replies: Reply[],
  {
    random = 0.5,
    end = "AbortError",
    during = async () => void (await clock.tickAsync(600_000)),
    run = watch,
  } = {}
): Promise<number[]> {
  jest.spyOn(Math, "random").mockReturnValue(random)
  const times: number[] = []
  const leave = new AbortController()
  const store = {
    baseUrl: "https://shop.example",
    publishableKey: "pk_test",
    fetch: async (_: unknown, init?: RequestInit) => {
      const reply = replies[Math.min(times.length, replies.length - 1)]!
      times.push(Date.now())
      return await reply(new Headers(init?.headers).get("if-none-match"))
    },
  }
  const watching = run(store, leave.signal).catch((error: Error) => error.name)
  await during()
  leave.abort()
  expect(await watching).toBe(end)
  return times.slice(1).map((time, i) => Math.round(time - times[i]!) / 1_000)
}

it("polls as often as the store asks", async () => {
  const replies = [answers(1_500), answers(5_000), answers(15_000)]
  expect((await pausesOf(replies)).slice(0, 4)).toEqual([1.5, 5, 15, 15])
})

it("lists the ways to pay again once their price has expired, and while there is none", async () => {
  const lists =
    (seconds: number | null): Reply =>
    () => {
      const until = new Date(Date.now() + Number(seconds) * 1_000)
      const quote = { rate: "1.08", valid_until: until.toISOString() }
      return Response.json({ ...OFFERED, quote: seconds && quote })
    }
  const run = async (store: StoreConnection, signal: AbortSignal) =>
    await performTask(
      { do: "offer" },
      { props: () => ({ store, cartId: "cart_1" }), report: () => {}, signal }
    )
  const replies = [lists(60), lists(null), lists(null), lists(90)]
  const paused = await pausesOf(replies, { run })
  expect(paused.slice(0, 4)).toEqual([60, 30, 30, 90])
})

it("spreads the polls of many tabs by a quarter", async () => {
  const [soonest] = await pausesOf([succeeds], { random: 0 })
  const [latest] = await pausesOf([succeeds], { random: 1 })
  expect([soonest, latest]).toEqual([1.5, 2.5])
})

it("learns that the store wants fewer polls of an unchanged payment", async () => {
  const slower: Reply = (tag) =>
    tag ? new Response(null, { status: 304 }) : answers(15_000)(tag)
  const paused = await pausesOf([succeeds, slower])
  expect(paused.slice(0, 30)).toEqual(Array(30).fill(2))
  expect(paused[30]).toBe(15)
})

describe("a page", () => {
  const shop = { visibilityState: "visible" }
  let page: EventTarget
  const turn = (visibilityState: "visible" | "hidden") => {
    Object.assign(shop, { visibilityState })
    page.dispatchEvent(new Event("visibilitychange"))
  }
  const goOnline = () => page.dispatchEvent(new Event("online"))

  beforeEach(() => {
    page = new EventTarget()
    shop.visibilityState = "visible"
    Object.assign(globalThis, {
      document: shop,
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    })
  })
  afterEach(() => {
    for (const name of [
      "document",
      "addEventListener",
      "removeEventListener",
    ]) {
      Reflect.deleteProperty(globalThis, name)
    }
  })

  it("does not poll while it is hidden, and reads the state at once when it is shown", async () => {
    const paused = await pausesOf([answers(15_000)], {
      during: async () => {
        await clock.tickAsync(5_000)
        turn("hidden")
        goOnline()
        await clock.tickAsync(3_600_000)
        turn("visible")
        await clock.tickAsync(5_000)
        turn("hidden")
        turn("visible")
        await clock.tickAsync(0)
      },
    })
    expect(paused).toEqual([3_605, 5])
  })

  it("reads the state at once when it is online again", async () => {
    const replies = [succeeds, unreachable, unreachable, unreachable, succeeds]
    const paused = await pausesOf(replies, {
      during: async () => {
        await clock.tickAsync(9_000)
        goOnline()
        await clock.tickAsync(2_000)
      },
    })
    expect(paused).toEqual([2, 2, 4, 1, 2])
  })
})

describe("waiting buyers back off from a failing store", () => {
  it.each([
    ["answers 503", fails(503)],
    ["answers 429", fails(429)],
    ["can't be reached", unreachable],
  ])("that %s: doubles each pause, up to a minute", async (_, failing) => {
    const paused = await pausesOf([succeeds, failing])
    expect(paused.slice(0, 6)).toEqual([2, 2, 4, 8, 16, 32])
    expect(new Set(paused.slice(6))).toEqual(new Set([48]))
  })

  it("gives a payment up that the store rejects for minutes", async () => {
    const gone = fails(404)
    const replies = [succeeds, gone, gone, succeeds, gone]
    const paused = await pausesOf(replies, { end: "StablecoinStoreError" })
    expect(paused).toEqual([2, 2, 4, 2, 2, 4, 8, 16, 32, 48, 48])
  })

  it("waits at most a minute", async () => {
    const paused = await pausesOf([succeeds, fails(503)], { random: 1 })
    expect(Math.max(...paused)).toBe(60)
  })

  it("polls as often as before once the store responds again", async () => {
    const down = fails(503)
    const replies = [succeeds, down, down, down, succeeds, succeeds, down]
    const paused = await pausesOf([...replies, succeeds])
    expect(paused.slice(0, 8)).toEqual([2, 2, 4, 8, 2, 2, 2, 2])
  })

  it.each([
    ["90", 92],
    ["3600", 122],
  ])(
    "waits for a Retry-After of %s s, up to two minutes",
    async (after, seconds) => {
      const busy: Reply = () => fails(429, { "retry-after": after })(null)
      const paused = await pausesOf([succeeds, busy, succeeds])
      expect(Math.abs(paused[1]! - seconds)).toBeLessThanOrEqual(1)
    }
  )
})

it.each([
  ["120", 120_000],
  ["0", 0],
  ["soon", undefined],
  [null, undefined],
])("Retry-After %j is %p ms", (after, ms) => {
  const headers = new Headers(after === null ? {} : { "retry-after": after })
  expect(retryAfterMs(headers)).toBe(ms)
})
