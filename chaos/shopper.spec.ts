import { Shopper } from "../harness/shop/shopper"
import type { SeededStore } from "../harness/store/seed"
import type { StoreCluster } from "../harness/cluster/cluster"
import {
  type FaultyStore,
  json,
  storeOfEachTest,
} from "../src/storefront/__tests__/faulty-store"
import { Buyer } from "./buyer"

const CART = { id: "cart_1", total: 12.5, payment_collection_id: "pay_col_1" }
const ORDER = { id: "order_1", display_id: 1 }
/** Medusa's response when a process is killed during the completion. */
const WITHOUT_ORDER = json(200, { type: "order" })

let store: FaultyStore
storeOfEachTest((its) => {
  store = its
})

describe("completing a cart", () => {
  it("the demo's shopper retries a response without the order", async () => {
    store.states.push(WITHOUT_ORDER, json(200, { type: "order", order: ORDER }))
    const url = store.connection.baseUrl.slice(0, -1)
    const shopper = new Shopper(url, {} as SeededStore)
    expect(await shopper.complete(CART)).toEqual({
      status: 200,
      body: { type: "order", order: ORDER },
    })
    expect(store.requests.map(({ url: path }) => path)).toEqual([
      "/store/carts/cart_1/complete",
      "/store/carts/cart_1/complete",
    ])
  })

  it("the chaos buyer retries a response without the order", async () => {
    store.states.push(WITHOUT_ORDER, json(200, { type: "order", order: ORDER }))
    const url = store.connection.baseUrl.slice(0, -1)
    const buyer = new Buyer({ url, seeded: {} } as StoreCluster)
    expect(await buyer.complete(CART)).toBe("order_1")
  })

  it("a rejection is not retried", async () => {
    const refusal = { type: "cart", error: { message: "No.", type: "x" } }
    store.states.push(json(200, refusal))
    const url = store.connection.baseUrl.slice(0, -1)
    const shopper = new Shopper(url, {} as SeededStore)
    expect(await shopper.complete(CART)).toEqual({ status: 200, body: refusal })
    expect(store.requests).toHaveLength(1)
  })
})
