import Medusa from "@medusajs/js-sdk"
import {
  completePayment,
  listOptions,
  listPayments,
  resumePayment,
  startPayment,
  type StartedPayment,
  type StoreConnection,
  type WatchedPayment,
  watchPayment,
} from "../../packages/storefront/src/index.ts"
import { PROVIDERS } from "../../tools/harness/shop/names"
import type { Cart } from "../../tools/harness/shop/shopper"
import { RAILS } from "../../src/ledger"
import { Admin } from "../setup/admin/admin"
import { STOREFRONT, storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"

storeTest((store) => {
  const admin = Admin.enrolled(store)

  const plain = (): StoreConnection => ({
    baseUrl: store.url,
    publishableKey: store.seeded.publishable_key,
  })
  const sdk = (): StoreConnection =>
    new Medusa({
      baseUrl: store.url,
      publishableKey: store.seeded.publishable_key,
    })
  const setFlow = async (
    checkout_flow: "pay_first" | "order_first"
  ): Promise<void> => {
    await admin.saveGeneral({ checkout_flow })
  }
  const start = async (
    cart: Cart,
    more: { chain?: string } = {}
  ): Promise<StartedPayment> =>
    await startPayment(plain(), {
      cart_id: cart.id,
      provider_id: PROVIDERS.onchain,
      ...more,
    })
  const orderNo = async ({ session_id }: StartedPayment): Promise<string> => {
    const row = await store
      .db("stablecoin_payment")
      .where({ session_id })
      .first("id")
    return String(row?.id)
  }
  const pay = async (started: StartedPayment): Promise<void> => {
    await store.sandbox.pay({ orderNo: await orderNo(started) })
  }
  /** Collects the states of a payment, and resolves once it has the last. */
  const watched = async (
    connection: StoreConnection,
    { session_id }: StartedPayment,
    states: WatchedPayment[]
  ): Promise<void> => {
    for await (const payment of watchPayment(connection, session_id)) {
      states.push(payment)
    }
  }

  describe.each([
    [
      "an address and a key",
      plain,
      { hosted: "pay_first", onchain: "order_first" },
    ],
    ["Medusa's JS SDK", sdk, { hosted: "order_first", onchain: "pay_first" }],
  ] as const)("a storefront with %s", (_, connect, flows) => {
    it.each(RAILS)("sells by the %s rail", async (rail) => {
      const flow = flows[rail]
      await setFlow(flow)
      const connection = connect()
      const cart = await store.shopper.fillCart()

      const { options, checkout_flow } = await listOptions(connection, {
        cart_id: cart.id,
      })
      expect(checkout_flow).toBe(flow)
      const option = options.find((each) => each.rail === rail)
      const started = await startPayment(connection, {
        cart_id: cart.id,
        provider_id: String(option?.provider_id),
        currency: "USDC",
        chain: rail === "onchain" ? "BASE" : undefined,
        success_url: `${STOREFRONT}/paid/{session_id}`,
      })
      expect(started).toMatchObject({
        reference: expect.stringMatching(/^stpay_/),
        rail,
        status: "pending",
        redirect_url: expect.stringMatching(/^http/),
        amount: "12.50",
        currency: "USDC",
        checkout_flow: flow,
        ...(rail === "onchain" ? { chain: "BASE" } : {}),
      })
      // The order exists before the buyer leaves only under `order_first`.
      const before = await store.readMedusaState(cart)
      expect(before.orders.map(({ id }) => id)).toEqual(
        flow === "order_first" ? [started.order_id] : []
      )

      const states: WatchedPayment[] = []
      const ended = watched(connection, started, states)
      await waitFor("the first state", async () => states.length > 0)
      const order = completePayment(connection, started.session_id)
      await pay(started)

      const { id, display_id } = await order
      expect(display_id).toEqual(expect.any(Number))
      // An order placed before its payment is captured in the background.
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: [{ id }],
        captures: [12.5],
      })
      await ended
      expect(states[0]).toMatchObject({
        status: "pending",
        redirect_url: started.redirect_url,
      })
      const chain = rail === "onchain" ? { code: "BASE", name: "Base" } : null
      const { clock_offset_ms, ...last } = states.at(-1)!
      expect(clock_offset_ms).toEqual(expect.any(Number))
      expect(last).toEqual({
        session_id: started.session_id,
        reference: started.reference,
        rail,
        status: "paid",
        amount: "12.50",
        currency: "USDC",
        chain,
        redirect_url: null,
        expires_at: started.expires_at,
        cart_id: cart.id,
        order_id: id,
        final: true,
        transfers: [{ amount: "12.50", currency: "USDC", chain }],
        paid: { amount: "12.50", currency: "USDC" },
        ...(rail === "onchain" && {
          transaction: { hash: expect.any(String), url: null },
        }),
      })
      expect(await listPayments(connection, { order_id: id })).toEqual({
        payments: [last],
        paid_otherwise: [],
        due: null,
      })
    })
  })

  it("a storefront finds a payment started before a reload, by session and by cart", async () => {
    const connection = sdk()
    const cart = await store.shopper.fillCart()
    const byCart = async () =>
      await resumePayment(connection, { cart_id: cart.id })
    expect(await byCart()).toBeNull()

    const started = await start(cart)
    const waiting = {
      session_id: started.session_id,
      status: "pending",
      redirect_url: started.redirect_url,
    }
    expect(await byCart()).toMatchObject(waiting)
    expect(await resumePayment(connection, started)).toMatchObject(waiting)

    await pay(started)
    const { id } = await completePayment(connection, started.session_id)
    expect(await byCart()).toMatchObject({ status: "paid", order_id: id })
    await store.settled()
  })

  it("a storefront finds nothing without a payment", async () => {
    const connection = sdk()
    for (const where of [
      { session_id: "payses_none" },
      { cart_id: "cart_none" },
    ]) {
      expect(await resumePayment(connection, where)).toBeNull()
    }
    await expect(
      listOptions(connection, { cart_id: "cart_none" })
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      completePayment(connection, "payses_none")
    ).rejects.toMatchObject({ status: 404 })
  })

  it("uses up no order number while it waits for an order", async () => {
    const numbers: number[] = []
    for (let i = 0; i < 2; i++) {
      const started = await start(await store.shopper.fillCart())
      const order = completePayment(plain(), started.session_id)
      await pay(started)
      numbers.push((await order).display_id)
      await store.settled()
    }
    expect(numbers[1]).toBe(Number(numbers[0]) + 1)
  })

  it("passes on the store's error messages", async () => {
    const cart = await store.shopper.fillCart()
    await expect(
      startPayment(plain(), {
        cart_id: cart.id,
        provider_id: PROVIDERS.hosted,
        success_url: "https://elsewhere.example/",
      })
    ).rejects.toMatchObject({
      name: "StablecoinStoreError",
      status: 400,
      message: expect.stringContaining("not one of this store's storefronts"),
    })
  })

  describe("the order first", () => {
    beforeEach(async () => {
      await setFlow("order_first")
    })

    it("starts no payable payment when the cart can't become an order", async () => {
      const { body } = await store.shopper.call<{ cart: Cart }>(
        "POST",
        "/store/carts",
        {
          region_id: store.seeded.region_id,
          items: [{ variant_id: store.seeded.variant_id, quantity: 1 }],
        }
      )
      await expect(start(body.cart)).rejects.toMatchObject({
        name: "StablecoinStoreError",
        message: expect.stringMatching(/shipping/i),
      })
    })

    it("starts again after a browser died before the order, and places one order", async () => {
      const cart = await store.shopper.fillCart()
      await store.startSession(cart, "onchain")
      expect(await resumePayment(plain(), { cart_id: cart.id })).toBeNull()

      const started = await start(cart)
      expect(await resumePayment(plain(), { cart_id: cart.id })).toMatchObject({
        session_id: started.session_id,
        status: "pending",
      })
      await pay(started)
      const { id } = await completePayment(plain(), started.session_id)
      await store.settled()
      expect(await store.readMedusaState(cart)).toMatchObject({
        orders: [{ id, status: "pending" }],
        captures: [12.5],
      })
      expect(await store.openExceptions()).toEqual([])
    })
  })
})
