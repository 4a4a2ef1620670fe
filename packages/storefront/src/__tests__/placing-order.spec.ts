import { startPayment } from "../index.ts"
import { type FaultyStore, json, storeOfEachTest } from "./faulty-store.ts"

const STARTED = json(200, {
  payment_collection: {
    payment_sessions: [
      {
        id: "payses_1",
        provider_id: "pp_stablecoin-onchain_default",
        data: {
          redirect_url: "https://pay.example/1",
          checkout_flow: "order_first",
        },
      },
    ],
  },
})
const COLLECTION = json(200, { payment_collection: { id: "pay_col_1" } })
/** Medusa's response when it can't find the order that it has just placed. */
const WITHOUT_ORDER = json(200, { type: "order" })
const ORDER = json(200, { type: "order", order: { id: "order_1" } })

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

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
