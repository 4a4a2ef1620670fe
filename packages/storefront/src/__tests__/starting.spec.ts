import { startPayment } from "../index.ts"
import type { Report, Work } from "../react/page.ts"
import { performTask } from "../react/perform-task.ts"
import type { StablecoinPaymentProps } from "../react/types.ts"
import {
  type FaultyStore,
  json,
  PAID,
  PENDING,
  SELECTION,
  state,
  storeOfEachTest,
} from "./faulty-store.ts"

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

/** Answers with a session whose payment was started. */
const started = (data: object = {}) =>
  json(200, {
    payment_collection: {
      payment_sessions: [
        {
          id: "payses_1",
          provider_id: "pp_stablecoin-onchain_default",
          data: { redirect_url: "https://pay.example/1", ...data },
        },
      ],
    },
  })
const STARTED = started({ checkout_flow: "order_first" })
const COLLECTION = json(200, { payment_collection: { id: "pay_col_1" } })
/** Medusa's response when it can't find the order that it has just placed. */
const WITHOUT_ORDER = json(200, { type: "order" })
const ORDER = json(200, { type: "order", order: { id: "order_1" } })

const start = () =>
  startPayment(store.connection, {
    cart_id: "cart_1",
    provider_id: "pp_stablecoin-onchain_default",
  })
const completions = () =>
  store.requests.filter(({ url }) => url === "/store/carts/cart_1/complete")

describe("a storefront that places the order before the buyer pays", () => {
  it("completes the cart again if the response lacks the order", async () => {
    store.states.push(COLLECTION, STARTED, WITHOUT_ORDER, ORDER)
    expect(await start()).toMatchObject({
      order_id: "order_1",
      redirect_url: "https://pay.example/1",
    })
    expect(completions()).toHaveLength(2)
  })

  it("fails if the order is still missing after retries", async () => {
    store.states.push(COLLECTION, STARTED, WITHOUT_ORDER)
    await expect(start()).rejects.toMatchObject({
      name: "StablecoinStoreError",
      message: "The order could not be placed.",
      request: "POST /store/carts/cart_1/complete",
    })
    expect(completions()).toHaveLength(3)
  })

  it("does not retry when the store rejects the cart", async () => {
    const message = "The mug is sold out."
    store.states.push(
      COLLECTION,
      STARTED,
      json(200, { type: "cart", cart: {}, error: { message } })
    )
    await expect(start()).rejects.toThrow(message)
    expect(completions()).toHaveLength(1)
  })
})

const NOT_FOUND = json(404, { message: "There is no such payment." })
const FIND: Work = { do: "find", session_id: "payses_1", offers_anyway: false }

async function reportsOf(
  task: Work,
  props: Omit<StablecoinPaymentProps, "store">
): Promise<Report[]> {
  const reports: Report[] = []
  await performTask(task, {
    props: () => ({ store: store.connection, ...props }),
    report: (report) => void reports.push(report),
    signal: new AbortController().signal,
  })
  return reports
}

describe("a payment link whose session does not exist", () => {
  it("still offers to pay what is left of the order", async () => {
    store.states.push(NOT_FOUND)
    const props = { paymentCollectionId: "pay_col_1", sessionId: "payses_1" }
    expect(await reportsOf(FIND, props)).toEqual([
      { kind: "found", payment: null },
    ])
  })

  it("is an unknown payment where nothing else is known", async () => {
    store.states.push(NOT_FOUND)
    await expect(
      reportsOf(FIND, { sessionId: "payses_1" })
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe("before another payment is started", () => {
  const START: Work = {
    do: "start",
    session_id: "payses_1",
    selection: SELECTION,
  }

  it("the earlier one is read, and nothing is started once it is paid", async () => {
    store.states.push(state(PAID))
    const reports = await reportsOf(START, { paymentCollectionId: "pay_col_1" })
    expect(reports).toMatchObject([{ kind: "decided", payment: PAID }])
    expect(store.requests).toHaveLength(1)
  })

  it("the earlier one may still wait", async () => {
    store.states.push(state(PENDING), NOT_FOUND)
    await expect(
      reportsOf(START, { paymentCollectionId: "pay_col_1" })
    ).rejects.toMatchObject({ status: 404 })
    expect(store.requests).toHaveLength(2)
  })
})

it("a payment of what is left is started by the payment collection", async () => {
  store.states.push(started())
  const selection = {
    provider_id: "pp_stablecoin-onchain_default",
    currency: "USDT",
  }
  const urls: string[] = []
  await reportsOf(
    { do: "start", selection },
    {
      paymentCollectionId: "pay_col_1",
      successUrl: "https://shop.example/payment-collection/pay_col_1",
      onRedirect: (url) => void urls.push(url),
    }
  )
  expect(urls).toEqual(["https://pay.example/1"])
  expect(store.requests.map(({ url }) => url)).toEqual([
    "/store/payment-collections/pay_col_1/payment-sessions",
  ])
})
