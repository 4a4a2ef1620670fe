import Medusa from "@medusajs/js-sdk"
import {
  listOptions,
  resumePayment,
  startPayment,
  StablecoinStoreError,
  type StoreConnection,
} from "../index.ts"
import {
  type FaultyStore,
  json,
  PENDING,
  storeOfEachTest,
} from "./faulty-store.ts"
import { fakeClock } from "../../../../tools/harness/fake-clock.ts"

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

const CONNECTIONS: [string, () => StoreConnection][] = [
  ["an address and a key", () => store.connection],
  ["Medusa's JS SDK", () => new Medusa(store.connection)],
]

describe.each(CONNECTIONS)("by %s", (_, connection) => {
  it("reports a rejection with the store's message and status", async () => {
    store.states.push(json(400, { type: "invalid_data", message: "Not so." }))
    const error: unknown = await startPayment(connection(), {
      payment_collection_id: "pay_col_1",
      provider_id: "pp_stablecoin-onchain_default",
    }).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(StablecoinStoreError)
    expect(error).toMatchObject({
      message: "Not so.",
      status: 400,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    })
  })

  it("names the request if the response is not JSON", async () => {
    store.states.push((res) => void res.end("<html>"))
    await expect(
      listOptions(connection(), { cart_id: "cart_1" })
    ).rejects.toMatchObject({
      name: "StablecoinStoreError",
      status: undefined,
      request: "GET /store/stablecoin/options?cart_id=cart_1",
    })
  })

  it("throws the signal's reason for an aborted request", async () => {
    const leave = new AbortController()
    store.states.push(() => leave.abort(new RangeError("gone")))
    await expect(
      listOptions(connection(), { cart_id: "cart_1" }, { signal: leave.signal })
    ).rejects.toThrow(RangeError)
  })

  it.each([
    ["reading", 15_000, () => listOptions(connection(), { cart_id: "c" })],
    [
      "starting",
      60_000,
      () =>
        startPayment(connection(), {
          payment_collection_id: "pay_col_1",
          provider_id: "pp_stablecoin-onchain_default",
        }),
    ],
  ])(
    "times out a store that hangs while %s after %d ms",
    async (_, ms, act) => {
      const clock = fakeClock()
      const requested = new Promise<void>((resolve) => {
        store.states.push(() => resolve())
      })
      const error = act().catch((each: unknown) => each)
      await requested
      clock.tick(ms)
      clock.uninstall()
      expect(await error).toMatchObject({
        name: "StablecoinStoreError",
        status: undefined,
        message: expect.stringContaining(`No answer within ${ms} ms`),
      })
    }
  )

  it("sends the documented requests, and escapes ids in the path", async () => {
    store.states.push(json(200, { payment: PENDING }))
    await resumePayment(connection(), { session_id: "../x?y" })
    await listOptions(connection(), { payment_collection_id: "a&b=c" })
    expect(store.requests.map(({ url }) => url)).toEqual([
      "/store/stablecoin/payments/..%2Fx%3Fy",
      "/store/stablecoin/options?payment_collection_id=a%26b%3Dc",
    ])
    expect(store.requests[0]?.headers).toMatchObject({
      accept: "application/json",
      "x-publishable-api-key": "pk_test",
    })
  })
})

it("sends custom headers and uses a custom fetch", async () => {
  store.states.push(json(200, { options: [] }))
  const calls: unknown[] = []
  await listOptions(
    {
      ...store.connection,
      headers: { authorization: "Bearer customer-token" },
      fetch: async (url, init) => {
        calls.push(url)
        return await fetch(url, init)
      },
    },
    { cart_id: "cart_1" }
  )
  expect(calls).toHaveLength(1)
  expect(store.requests[0]?.headers.authorization).toBe("Bearer customer-token")
})

it.each<[string, unknown, string]>([
  ["an error with a message", new TypeError("Load failed"), ": Load failed"],
  ["an error without a message", new TypeError(), "."],
  ["an object without a message", {}, "."],
  ["text", "offline", "."],
  ["null", null, "."],
  ["undefined", undefined, "."],
])("reports an unreachable store if fetch throws %s", async (_, cause, end) => {
  const connection = {
    ...store.connection,
    fetch: () => Promise.reject(cause as Error),
  }
  await expect(
    listOptions(connection, { cart_id: "cart_1" })
  ).rejects.toMatchObject({
    name: "StablecoinStoreError",
    message: `The store could not be reached by GET /store/stablecoin/options?cart_id=cart_1${end}`,
    status: undefined,
    cause,
  })
})
