import { PROVIDERS } from "../../tools/harness/shop/names"
import { type Rail } from "../../src/ledger"
import { MOST_OPEN } from "../../src/modules/stablecoin/payments/limits"
import { Admin } from "../setup/admin/admin"
import { copyPayment } from "../setup/store/copy-payment"
import { storeTest } from "../setup/store/store"
import type { TestStore } from "../setup/store/test-store"

const MAX_STARTS = 5

type Cart = Awaited<ReturnType<TestStore["shopper"]["fillCart"]>>

/** Starts a payment as a buyer's browser does through a proxy. */
async function start(
  store: TestStore,
  cart: Cart,
  rail: Rail,
  headers: Record<string, string> = {},
  data: Record<string, unknown> = {}
) {
  const answer = await fetch(
    `${store.url}/store/payment-collections/${cart.payment_collection_id}/payment-sessions`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": store.seeded.publishable_key,
        ...headers,
      },
      body: JSON.stringify({ provider_id: PROVIDERS[rail], data }),
    }
  )
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get("retry-after")),
    body: (await answer.json()) as { type?: string; message?: string },
  }
}

storeTest((store) => {
  Admin.enrolled(store, {
    max_starts_per_minute: MAX_STARTS,
  })

  it("rejects too many starts of payments with a time to retry, and the open one stays payable", async () => {
    const cart = await store.shopper.fillCart()
    expect((await start(store, cart, "onchain")).status).toBe(200)
    await store.settled()
    const { id } = await store.db("stablecoin_payment").first("id")
    await copyPayment(store, id, MOST_OPEN - 1)
    const creations = () => store.sandbox.requests({ endpoint: "create" })
    const called = creations().length
    const sessions = await store
      .db("payment_session")
      .where({ payment_collection_id: cart.payment_collection_id })
      .whereNull("deleted_at")

    const refused = await start(store, cart, "onchain")

    expect(refused).toMatchObject({
      status: 429,
      body: {
        type: "too_many_requests",
        message: expect.stringContaining("Pay the one that is open"),
      },
    })
    expect(refused.retryAfter).toBe(60)
    expect(creations()).toHaveLength(called)
    expect(
      await store
        .db("payment_session")
        .where({ payment_collection_id: cart.payment_collection_id })
        .whereNull("deleted_at")
    ).toEqual(sessions)
    await store.db("stablecoin_payment").whereNot({ id }).delete()
    await store.pay(id)
    const { body } = await store.shopper.complete(cart)
    expect(body.type).toBe("order")
  })

  it("one client can't use up the gateway's limit with many carts, and others can start", async () => {
    const forwarded = (address: string) => ({
      "x-forwarded-for": `${address}, 10.0.0.7`,
    })
    const attacker = forwarded("8.8.4.5")
    const answers = []
    for (let count = 0; count < MAX_STARTS + 3; count++) {
      const cart = await store.shopper.fillCart()
      answers.push(await start(store, cart, "hosted", attacker))
    }
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(MAX_STARTS).fill(200),
      ...Array<number>(3).fill(429),
    ])
    const last = answers.at(-1)!
    expect(last.body.message).toContain("started from this address")
    expect(Math.ceil(last.retryAfter / 60)).toBe(1)
    const db = store.db
    expect(await db("stablecoin_payment")).toHaveLength(MAX_STARTS)

    const cart = await store.shopper.fillCart()
    const other = forwarded("8.8.8.8")
    expect((await start(store, cart, "hosted", other)).status).toBe(200)
  })

  it("a storefront's server that starts payments for all its buyers is not counted", async () => {
    const headers = { "x-forwarded-for": "10.0.0.7" }
    for (let count = 0; count < MAX_STARTS + 3; count++) {
      const cart = await store.shopper.fillCart()
      const { status } = await start(store, cart, "hosted", headers)
      expect(status).toBe(200)
    }
  })

  it("counts rejected starts too, since each may call the gateway", async () => {
    const cart = await store.shopper.fillCart()
    const headers = { "x-forwarded-for": "8.8.4.6" }
    const statuses = []
    for (let count = 0; count < MAX_STARTS + 1; count++) {
      const data = { currency: "DOGE" }
      statuses.push((await start(store, cart, "hosted", headers, data)).status)
    }
    expect(statuses).toEqual([...Array<number>(MAX_STARTS).fill(400), 429])
  })

  it("repeated completion of a cart reads the gateway a few times only", async () => {
    const { cart } = await store.openPayment("onchain")
    const reads = () => store.sandbox.requests({ endpoint: "get" }).length
    const before = reads()
    const from = Date.now()

    for (let count = 0; count < 8; count++) {
      expect((await store.shopper.complete(cart)).status).toBe(400)
    }

    const windows = Math.floor((Date.now() - from) / 15_000) + 2
    expect(reads() - before).toBeGreaterThanOrEqual(1)
    expect(reads() - before).toBeLessThanOrEqual(3 * windows)
  })
})
