import { Modules } from "@medusajs/framework/utils"
import { createCartCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDERS } from "../../tools/harness/shop/names"
import type { Cart } from "../../tools/harness/shop/shopper"
import { type Rail, RAILS } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import { copyPayment } from "../setup/store/copy-payment"
import { storeTest } from "../setup/store/store"
import { returnUrl } from "../../tools/harness/gateway/return-url"
import { visit } from "../../tools/harness/shop/visit"

const PATH = "/store/stablecoin/options"

storeTest((store) => {
  const api = AdminOperations.enrolled(store)
  const { admin } = api

  const request = async (query: string) =>
    await store.shopper.call<{ type?: string; message?: string }>(
      "GET",
      `${PATH}${query}`
    )
  const ofCart = async ({ id }: Pick<Cart, "id">) =>
    await store.readOptions({ cart_id: id })

  describe("while the merchant takes no new payments", () => {
    afterEach(
      async () => await admin.saveGeneral({ accept_new_payments: "all" })
    )

    it("nothing is offered or started, and an open payment is still placed", async () => {
      const open = await store.openPayment("onchain")
      const cart = await store.shopper.fillCart()

      await admin.saveGeneral({ accept_new_payments: "none" })

      expect(await ofCart(cart)).toMatchObject({
        accepts_new_payments: false,
        options: [],
      })
      for (const rail of RAILS) {
        await expect(store.startSession(open.cart, rail)).rejects.toThrow(
          /400.*No new stablecoin payment/s
        )
      }
      expect((await ofCart(open.cart)).earlier?.redirect_url).toBeTruthy()
      await store.sandbox.pay({ orderNo: open.id })
      await store.settled()
      expect(await store.readMedusaState(open.cart)).toMatchObject({
        orders: [{ status: "pending" }],
        captures: [12.5],
      })
    })

    it("except by one rail, only that is offered", async () => {
      const cart = await store.shopper.fillCart()
      for (const rail of RAILS) {
        await admin.saveGeneral({ accept_new_payments: rail })

        const offered = await ofCart(cart)
        expect(offered.accepts_new_payments).toBe(true)
        expect(offered.options.map((option) => option.rail)).toEqual([rail])
      }
    })
  })

  it("a buyer is offered both rails with all their choices", async () => {
    const cart = await store.shopper.fillCart()
    expect(await ofCart(cart)).toEqual({
      currency_code: "usd",
      total: "12.50",
      checkout_flow: "pay_first",
      accepts_new_payments: true,
      // Their fields are those of `offersOf`, which its table lists.
      options: [
        expect.objectContaining({
          rail: "hosted",
          provider_id: PROVIDERS.hosted,
          currencies: [
            { code: "USDT", is_default: true },
            { code: "USDC", is_default: false },
          ],
        }),
        expect.objectContaining({
          rail: "onchain",
          provider_id: PROVIDERS.onchain,
          chains: expect.arrayContaining([
            expect.objectContaining({ code: "POLYGON", is_default: true }),
          ]),
        }),
      ],
      no_price: null,
      quote: null,
      in_question: [],
      earlier: null,
    })
    expect(
      await store.readOptions({
        payment_collection_id: cart.payment_collection_id,
      })
    ).toEqual(await ofCart(cart))
  })

  it("every offered option can be started, for the amount that was shown", async () => {
    const cart = await store.shopper.fillCart()
    const { options } = await ofCart(cart)
    const choices = options.flatMap(({ provider_id, amount, ...option }) => {
      const coins = option.currencies.map(({ code }) => code)
      const picks =
        option.rail === "onchain"
          ? option.chains.map(({ code: chain }, index) => ({
              currency: coins[index % coins.length],
              chain,
            }))
          : coins.map((currency) => ({ currency }))
      return picks.map((data) => ({ provider_id, amount, data }))
    })
    expect(choices).toHaveLength(2 + 6)
    for (const { provider_id, amount, data } of choices) {
      const session = await store.shopper.startSession(cart, provider_id, data)
      expect(session.data).toMatchObject({ amount, ...data })
    }
  })

  describe("by the rules of its region", () => {
    afterEach(async () => await admin.saveGeneral({ rules: null }))

    const offersOf = async (cart: Pick<Cart, "id">) =>
      (await ofCart(cart)).options.flatMap((option) =>
        option.rail === "hosted"
          ? { code: "hosted", currencies: option.currencies.map((c) => c.code) }
          : option.chains.map(({ code, currencies }) => ({ code, currencies }))
      )
    const refusalOf = async (cart: Cart, rail: Rail, data = {}) => {
      const { status, body } = await store.tryStartSession(cart, rail, data)
      return `${status} ${String(body.message)}`
    }

    it("a cart in the EU is offered and started without USDT, and on Ethereum from the smallest amount on", async () => {
      const { region_id } = store.seeded
      const open = await store.openPayment("onchain", { currency: "USDT" })
      const cart = await store.shopper.fillCart()
      await admin.saveGeneral({
        rules: [
          { region: region_id, coins: ["USDC"] },
          { region: "reg_other", max: "1" },
          { chain: "ETH", min: "20" },
        ],
      })

      const small = await offersOf(cart)
      expect(small.map(({ code }) => code)).not.toContain("ETH")
      expect(small).toHaveLength(1 + 5)
      expect(small.flatMap(({ currencies }) => currencies)).not.toContain(
        "USDT"
      )
      expect(await refusalOf(cart, "hosted", { currency: "USDT" })).toBe(
        "400 USDT is not available this way. Choose another coin or way to pay. Offered here: USDC."
      )
      const onEthereum = { currency: "USDC", chain: "ETH" }
      expect(await refusalOf(cart, "onchain", onEthereum)).toBe(
        "400 12.50 USDC on Ethereum can't be paid: the smallest amount is 20.00 USDC. Choose another network or way to pay."
      )
      const other = { currency: "USDT", chain: "BASE" }
      expect(await refusalOf(cart, "onchain", other)).toMatch(
        /^400 USDT on Base is not available\./
      )
      expect(await store.db("stablecoin_payment")).toHaveLength(1)
      for (const rail of RAILS) {
        const { data } = await store.startSession(cart, rail)
        expect(data).toMatchObject({ currency: "USDC" })
      }

      await store.setQuantity(cart.id, 2)
      expect(await offersOf(cart)).toContainEqual({
        code: "ETH",
        currencies: ["USDC"],
      })
      const { data } = await store.startSession(cart, "onchain", onEthereum)
      expect(data).toMatchObject({ amount: "22.50", ...onEthereum })

      // Rules govern starts only.
      await store.sandbox.pay({ orderNo: open.id })
      await store.settled()
      expect(await store.readMedusaState(open.cart)).toMatchObject({
        captures: [12.5],
      })
    })

    it("beyond the amounts of its region nothing is offered or started, nor for the rest of an order there", async () => {
      const { region_id } = store.seeded
      const { order_id } = await store.buy("onchain")
      await admin.editOrder({ order_id }, 2)
      const payment_collection_id = await admin.collect(order_id, 10)
      const rest = {
        ...(await store.shopper.fillCart()),
        payment_collection_id,
      }
      const of = { payment_collection_id }
      expect((await store.readOptions(of)).options).toHaveLength(2)

      await admin.saveGeneral({ rules: [{ region: region_id, max: "9.99" }] })

      expect(await store.readOptions(of)).toMatchObject({
        total: "10.00",
        options: [],
      })
      expect(await refusalOf(rest, "hosted")).toBe(
        "400 10.00 USDT can't be paid: the largest amount is 9.99 USDT. Choose another way to pay."
      )
      expect(await refusalOf(rest, "onchain")).toMatch(
        /^400 10\.00 USDT on Polygon can't be paid: the largest amount is 9\.99/
      )
    })
  })

  it("a cart without a payment collection is offered its total, less its credit", async () => {
    const { body } = await store.shopper.call<{ cart: { id: string } }>(
      "POST",
      "/store/carts",
      {
        region_id: store.seeded.region_id,
        items: [{ variant_id: store.seeded.variant_id, quantity: 3 }],
      }
    )
    expect(await ofCart(body.cart)).toMatchObject({
      total: "30.00",
      options: [{ amount: "30.00" }, { amount: "30.00" }],
    })

    await createCartCreditLinesWorkflow(store.container).run({
      input: [
        {
          cart_id: body.cart.id,
          amount: 4.255,
          reference: "gift_card",
          reference_id: "gift_1",
          metadata: {},
        },
      ],
    })
    expect(await ofCart(body.cart)).toMatchObject({
      total: "25.745",
      options: [{ amount: "25.75" }, { amount: "25.75" }],
    })

    const { body: made } = await store.shopper.call<{
      payment_collection: { id: string }
    }>("POST", "/store/payment-collections", { cart_id: body.cart.id })
    const session = await store.startSession(
      { payment_collection_id: made.payment_collection.id },
      "hosted"
    )
    expect(session.data).toMatchObject({ amount: "25.75" })
    expect(await ofCart(body.cart)).toMatchObject({
      total: "25.745",
      options: [{ amount: "25.75" }, { amount: "25.75" }],
    })
  })

  describe("an order", () => {
    const requestAmount = async (order_id: string, amount: number) => ({
      payment_collection_id: await admin.collect(order_id, amount),
    })
    const NOTHING = { total: "0.00", options: [] }
    /**
     * Expects that a start fails, as an outdated page or a second tab would
     * try it.
     */
    const expectNoStart = async (cart: Cart, message: string) => {
      const payments = store.db("stablecoin_payment")
      const before = await payments.clone().orderBy("id").pluck("id")
      const creations = () => store.sandbox.requests({ endpoint: "create" })
      const created = creations().length
      for (const rail of RAILS) {
        expect(await store.tryStartSession(cart, rail)).toMatchObject({
          status: 400,
          body: {
            type: "not_allowed",
            message: expect.stringContaining(message),
          },
        })
      }
      expect(await payments.clone().orderBy("id").pluck("id")).toEqual(before)
      expect(creations()).toHaveLength(created)
    }

    it("that is authorized has nothing left to pay, by cart or collection, and rejects a second payment", async () => {
      await admin.saveGeneral({ capture: "manual" })
      const { cart, id } = await store.buy("onchain")
      const { payment_collection_id } = cart
      expect(await ofCart(cart)).toMatchObject(NOTHING)
      expect(await store.readOptions({ payment_collection_id })).toMatchObject(
        NOTHING
      )

      const { captures, orders } = await store.readMedusaState(cart)
      await expectNoStart(cart, "This order is paid already.")
      await store.later()
      expect(await store.readMedusaState(cart)).toMatchObject({
        captures,
        orders,
      })
      expect(await store.readPayment(id)).toMatchObject({ status: "paid" })
      expect(await store.openExceptions()).toEqual([])
    })

    it("whose money was sent back is not offered for payment again", async () => {
      const { cart, session } = await store.buy("onchain")
      const payments = await store.container
        .resolve(Modules.PAYMENT)
        .listPayments({ payment_session_id: session.id })
      const { status } = await admin.call(
        "POST",
        `/admin/payments/${payments[0]!.id}/refund`,
        { amount: 12.5 }
      )
      expect(status).toBe(200)

      const { payment_collection_id } = cart
      expect(await store.readOptions({ payment_collection_id })).toMatchObject(
        NOTHING
      )
      await expectNoStart(cart, "This order is paid already.")
    })

    it("can be paid exactly its additional amount due, from one cent on", async () => {
      const { order_id } = await store.buy("onchain")
      expect(
        await store.readOptions(await requestAmount(order_id, 5))
      ).toMatchObject(NOTHING)
      await admin.editOrder({ order_id }, 2)
      const additional = await requestAmount(order_id, 7.255)
      expect(await store.readOptions(additional)).toMatchObject({
        total: "7.255",
        options: [
          { rail: "hosted", amount: "7.26" },
          { rail: "onchain", amount: "7.26" },
        ],
      })
      const belowOneCent = await requestAmount(order_id, 0.004)
      expect(await store.readOptions(belowOneCent)).toMatchObject({
        total: "0.004",
        options: [],
      })

      await admin.cancelOrder(order_id)
      await store.settled()
      expect(await store.readOptions(additional)).toMatchObject(NOTHING)
      expect(
        await store.readOptions(await requestAmount(order_id, 3))
      ).toMatchObject(NOTHING)
    })

    it("that is unpaid can be paid by cart and collection until cancelled, under either checkout flow", async () => {
      await admin.saveGeneral({ checkout_flow: "order_first" })
      const { cart } = await store.openPayment("hosted")
      const { payment_collection_id } = cart
      const { body } = await store.shopper.complete(cart)
      const order = body.type === "order" ? body.order.id : ""

      expect(await store.readOptions({ payment_collection_id })).toMatchObject({
        total: "12.50",
        checkout_flow: "order_first",
        options: [{ rail: "hosted" }, { rail: "onchain" }],
      })
      expect(await ofCart(cart)).toEqual(
        await store.readOptions({ payment_collection_id })
      )

      await admin.saveGeneral({ checkout_flow: "pay_first" })
      expect(await ofCart(cart)).toMatchObject({
        total: "12.50",
        checkout_flow: "order_first",
        options: [{ rail: "hosted" }, { rail: "onchain" }],
      })
      const another = await store.startSession(cart, "onchain")
      expect(another.data).toMatchObject({ checkout_flow: "order_first" })
      // Completing the cart again returns the same order.
      expect(await store.shopper.complete(cart)).toMatchObject({
        status: 200,
        body: { type: "order", order: { id: order } },
      })

      await admin.cancelOrder(order)
      await store.settled()
      expect(await ofCart(cart)).toMatchObject({
        ...NOTHING,
        checkout_flow: "pay_first",
      })
      expect(await store.readOptions({ payment_collection_id })).toMatchObject(
        NOTHING
      )
      await expectNoStart(cart, "This order was cancelled")
    })
  })

  it("a changed cart names the payment that its buyer has returned from as paid, among many newer ones", async () => {
    const { id, session, cart } = await store.openPayment("hosted")
    await store.setQuantity(cart.id, 2)
    await store.changePayment(id, { created_at: new Date(Date.now() - 60_000) })
    await copyPayment(store, id, 25)
    expect(await ofCart(cart)).toMatchObject({ in_question: [] })

    await visit(returnUrl(store.sandbox, id, "success"))

    expect(await ofCart(cart)).toMatchObject({
      in_question: [{ session_id: session.id, reference: id }],
    })
  })

  it("a cart that was paid after it changed names the received payment, until the merchant resolves it", async () => {
    const { id, session, cart } = await store.openPayment("onchain")
    await store.setQuantity(cart.id, 2)
    expect(await ofCart(cart)).toMatchObject({ in_question: [] })

    await store.sandbox.pay({ orderNo: id })
    await store.settled()
    expect(await ofCart(cart)).toMatchObject({
      total: "22.50",
      options: [{ rail: "hosted" }, { rail: "onchain" }],
      in_question: [
        {
          session_id: session.id,
          reference: id,
          status: "paid",
          amount: "12.50",
          currency: session.data.currency,
          under_review: true,
        },
      ],
    })
    // Neither another cart nor its collection names it.
    const another = await store.shopper.fillCart()
    expect(await ofCart(another)).toMatchObject({ in_question: [] })

    await api.declareSentBack(id, "close")
    expect(await ofCart(cart)).toMatchObject({
      in_question: [],
      earlier: { session_id: session.id, sent_back: "sent" },
    })
  })

  it("a cart that was sold out once it was paid offers nothing until there is stock, after its money is to go back", async () => {
    const { cart, session, exception } = await api.outOfStock("onchain")
    await api.resolve(exception.id, { action: "refund", refund: {} })
    await store.later()
    expect(await ofCart(cart)).toMatchObject({
      options: [],
      in_question: [],
      earlier: { session_id: session.id, sent_back: "due", sold_out: true },
    })

    await api.admin.setStock(100)
    expect((await ofCart(cart)).options).toHaveLength(2)
  })

  it("a changed cart names the payment that may just be being paid, until it expires", async () => {
    const { id, session, cart } = await store.openPayment("hosted")
    await store.setQuantity(cart.id, 2)
    expect(await ofCart(cart)).toMatchObject({
      options: [{ rail: "hosted" }, { rail: "onchain" }],
      in_question: [],
      earlier: { session_id: session.id, redirect_url: null },
    })
    const other = await store.shopper.fillCart()
    expect(await ofCart(other)).toMatchObject({ earlier: null })

    await store.changePayment(id, { expires_at: new Date(Date.now() - 1_000) })

    expect(await ofCart(cart)).toMatchObject({ earlier: null })
  })

  it("a cart names no payment that its buyer has cancelled", async () => {
    const { id, cart } = await store.openPayment("onchain")
    expect(await ofCart(cart)).toMatchObject({ earlier: { reference: id } })

    await store.sandbox.cancel({ orderNo: id })
    await store.settled()

    expect(await ofCart(cart)).toMatchObject({ earlier: null })
  })

  const ONE_OF_TWO = /send either cart_id .* payment_collection_id/

  it("a bad request is refused with a message, and one without a publishable key gets no answer", async () => {
    for (const [query, status, type, message] of [
      ["?cart_id=cart_none", 404, "not_found", /no cart cart_none\./],
      [
        "?payment_collection_id=pay_col_none",
        404,
        "not_found",
        /no payment collection pay_col_none\./,
      ],
      ["?cart_id=%E0%A4%27%3B--", 404, "not_found", /There is no cart/],
      ["", 400, "invalid_data", ONE_OF_TWO],
      [
        "?cart_id=cart_1&payment_collection_id=pay_col_1",
        400,
        "invalid_data",
        ONE_OF_TWO,
      ],
      ["?cart_id=", 400, "invalid_data", /cart_id/],
      ["?cart_id=%00", 400, "invalid_data", /zero byte/],
      ["?cart_id=cart_1&cart_id=cart_2", 400, "invalid_data", /cart_id/],
      ["?cart_id[$ne]=cart_1", 400, "invalid_data", /cart_id/],
      ["?cart=cart_1", 400, "invalid_data", /Unrecognized fields: 'cart'/],
    ] as const) {
      expect({ query, ...(await request(query)) }).toMatchObject({
        query,
        status,
        body: { type, message: expect.stringMatching(message) },
      })
    }
    const cart = await store.shopper.fillCart()
    const { status } = await fetch(`${store.url}${PATH}?cart_id=${cart.id}`)
    expect(status).toBe(400)
  })
})
