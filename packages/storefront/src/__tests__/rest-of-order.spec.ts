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

const NOT_FOUND = json(404, { message: "There is no such payment." })
const FIND: Work = { do: "find", session_id: "payses_1", offers_anyway: false }

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

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
  store.states.push(
    json(200, {
      payment_collection: {
        payment_sessions: [
          {
            id: "payses_1",
            provider_id: "pp_stablecoin-onchain_default",
            data: { redirect_url: "https://pay.example/1" },
          },
        ],
      },
    })
  )
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
