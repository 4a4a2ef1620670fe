import { Modules } from "@medusajs/framework/utils"
import type { StoreOptionsResponse, StorePayment } from "../../src/http-types"
import { RAILS, type Rail } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import { cartIn } from "../setup/store/cart-in"
import { repriceCart } from "../setup/store/reprice-cart"
import { storeTest } from "../setup/store/store"
import { readImbalances } from "../../tools/harness/records/imbalances"
import type { Cart } from "../../tools/harness/shop/shopper"

/** Carts, and the coins that each is paid with, at a spread of 0.5 %. */
const RATES = { eur: "1.0832", jpy: "0.0066", kwd: "3.2573" }
const CARTS: [currency: string, price: number, amount: string][] = [
  ["eur", 12.5, "13.61"],
  ["jpy", 1500, "9.95"],
  ["kwd", 12.505, "40.94"],
]

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const offer = async (pricing: object): Promise<void> => {
    await api.admin.saveSettings({
      general: {
        checkout_flow: "pay_first",
        currencies: {
          usd: ["USDT"],
          eur: ["USDT", "USDC"],
          jpy: ["USDC"],
          kwd: ["USDT"],
        },
      },
      pricing,
    })
  }

  const sources = (rates: object = RATES) => [{ type: "fixed", rates }]

  /** A source of the coins that has never answered. */
  const newSource = {
    type: "http",
    name: "coins",
    url: "https://rates.example/{currency}",
    pointer: "/rate",
    coins: true,
  }

  beforeEach(async () => await offer({ sources: sources(), spread: "0.5" }))

  const optionsOf = async ({ id }: Cart): Promise<StoreOptionsResponse> =>
    await store.shopper.get(`/store/stablecoin/options?cart_id=${id}`)

  const imbalances = async () => await readImbalances(store.db)

  const start = async (cart: Cart, rail: Rail): Promise<string> => {
    const { data } = await store.startSession(cart, rail)
    await store.settled()
    return String(data.payment_id)
  }

  describe.each(CARTS)("a cart of %s %d", (currency, price, amount) => {
    it.each(RAILS)(
      `is offered, paid and ordered for ${amount} coins on the %s rail, and refunded in both sums`,
      async (rail) => {
        const cart = await cartIn(store, currency, price)
        const { options, quote } = await optionsOf(cart)
        const option = options.find((each) => each.rail === rail)
        expect([option?.amount, quote?.rate]).toEqual([
          amount,
          RATES[currency as keyof typeof RATES],
        ])

        const id = await start(cart, rail)
        expect(await store.readPayment(id)).toMatchObject({
          amount,
          cart_amount: expect.stringMatching(`^${price}`),
          cart_currency: currency,
        })
        await store.pay(id)

        const { orders, captures } = await store.readMedusaState(cart)
        expect([orders.length, captures]).toEqual([1, [price]])
        expect(await store.openExceptions()).toEqual([])

        await api.admin.cancelOrder(orders[0]!.id)
        await store.settled()
        const [refund] = await store.db("stablecoin_refund")
        expect(refund).toMatchObject({ amount, status: "due" })
        expect(Number(refund.cart_amount)).toBe(price)
        expect(await store.openExceptions()).toEqual(["refund_due"])
        expect(await imbalances()).toEqual([])
      }
    )
  })

  it("tells the merchant what each currency costs now, or why it has no price", async () => {
    const stale = { type: "http", name: "old", url: "https://rates.invalid" }
    const one = sources({ eur: "1.0832" })
    await offer({ sources: [{ ...stale, pointer: "/x" }, ...one] })
    const price = { source: "fixed", value: "1.0832" }
    const none = { rate: null, reason: "no_source", sources: [] }
    expect((await api.get("prices")).body).toMatchObject({
      prices: [
        {
          ...{ currency: "eur", coins: ["USDT", "USDC"], rate: "1.0832" },
          ...{ reason: null, sources: [price] },
        },
        { ...none, currency: "jpy", coins: ["USDC"] },
        { ...none, currency: "kwd", coins: ["USDT"] },
      ],
      sources: [{ source: "old", fetched_at: null, problem: null }],
    })

    await offer({ sources: sources({ eur: "1", usdt: "0.9", usdc: "0.9" }) })
    expect((await api.get("prices")).body).toMatchObject({
      prices: [{ coins: [], rate: "1", reason: "depegged" }, none, none],
      sources: [],
    })
  })

  it("keeps the price that the buyer was shown, and a new one applies after it", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    const shown = await optionsOf(cart)
    await offer({ sources: sources({ eur: "1.2" }), spread: "0" })

    const first = await start(cart, "hosted")
    expect((await optionsOf(cart)).quote?.rate).toBe(shown.quote?.rate)
    expect(await store.readPayment(first)).toMatchObject({ amount: "13.61" })

    await store
      .db("stablecoin_quote")
      .update({ valid_until: new Date(Date.now() - 1) })
    const second = await start(cart, "hosted")
    expect(await store.readPayment(second)).toMatchObject({ amount: "15.00" })
  })

  it("has one price once a payment is started, also if that is refused", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    const { quote } = await optionsOf(cart)
    store.sandbox.fault({ endpoint: "create", kind: "status", status: 422 })
    const refused = await store.tryStartSession(cart, "hosted")
    expect(refused.status).toBe(400)
    await offer({ sources: sources({ eur: "1" }), spread: "0" })

    const kept = await optionsOf(cart)
    const until = Date.parse(quote!.valid_until) + 900_000
    expect(kept.quote).toEqual({
      rate: RATES.eur,
      valid_until: new Date(until).toISOString(),
    })
    await store.startSession(cart, "onchain")
    await store.startSession(cart, "hosted")
    const price = { amount: "13.61", locked_until: new Date(until) }
    expect(await store.db("stablecoin_payment")).toMatchObject(
      Array(3).fill(price)
    )
    expect((await optionsOf(cart)).quote).toEqual(kept.quote)
  })

  it("is started at the shown price also once its order's cart is deleted", async () => {
    await api.admin.saveGeneral({ checkout_flow: "order_first" })
    const cart = await cartIn(store, "eur", 12.5)
    const { id, payment_collection_id } = cart
    await store.startSession(cart, "onchain")
    await store.shopper.complete(cart)
    await store.db("cart").where({ id }).update({ deleted_at: new Date() })
    await store.db("stablecoin_quote").delete()
    const { options } = await store.readOptions({ payment_collection_id })
    await offer({ sources: sources({ eur: "1.2" }), spread: "0" })
    const shown = { shown_amount: options[0]?.amount }
    const { data } = await store.startSession(cart, "hosted", shown)
    expect(data.amount).toBe("13.61")
  })

  it("leads no buyer to a price that has expired", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    const session = await store.startSession(cart, "hosted")
    const id = String(session.data.payment_id)
    const path = `/store/stablecoin/payments/${session.id}`
    const links = async () => [
      (await optionsOf(cart)).earlier?.redirect_url,
      (await store.shopper.get<{ payment: StorePayment }>(path)).payment
        .redirect_url,
      (await api.get(`payments/${id}`)).body.payment.payment_link,
    ]
    const { redirect_url, expires_at } = session.data
    const { locked_until } = await store.readPayment(id)
    expect(new Date(String(expires_at))).toEqual(locked_until)
    expect(await store.shopper.get(path)).toMatchObject({
      payment: { expires_at },
    })
    expect(await links()).toEqual([redirect_url, redirect_url, redirect_url])

    await store.changePayment(id, { locked_until: new Date() })
    expect(await links()).toEqual([undefined, null, null])
    expect(await store.readPayment(id)).toMatchObject({ status: "pending" })
  })

  it.each(RAILS)(
    "captures money on the %s rail whose report names no date",
    async (rail) => {
      const cart = await cartIn(store, "eur", 12.5)
      const id = await start(cart, rail)
      await offer({ sources: sources({ eur: "1.2" }), spread: "0" })
      const none = { paid_at: undefined, timestamp: undefined }
      await store.report({ rail, id }, none)
      expect((await store.readMedusaState(cart)).captures).toEqual([12.5])
    }
  )

  it("starts no payment at another price than the buyer was shown", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    const { amount } = (await optionsOf(cart)).options[0]!
    await offer({ sources: sources({ eur: "1.2" }), spread: "0" })
    await store
      .db("stablecoin_quote")
      .update({ valid_until: new Date(Date.now() - 1) })

    const data = { shown_amount: amount }
    expect(await store.tryStartSession(cart, "hosted", data)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/amount due is now 15\.00/) },
    })
    expect(await store.db("stablecoin_payment")).toEqual([])
    expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])

    const [now] = (await optionsOf(cart)).options
    const { data: started } = await store.startSession(cart, "hosted", {
      shown_amount: now?.amount,
    })
    expect(started).toMatchObject({ amount: "15.00" })
  })

  it("asks for all of a cart that another currency was authorized for before", async () => {
    const cart = await cartIn(store, "jpy", 1500)
    const payments = store.container.resolve(Modules.PAYMENT)
    const { id } = await payments.createPaymentSession(
      cart.payment_collection_id,
      {
        provider_id: "pp_system_default",
        ...{ amount: 1500, currency_code: "jpy", data: {} },
      }
    )
    await payments.authorizePaymentSession(id, {})
    await payments.deletePaymentSession(id)
    await repriceCart(store.db, cart.id, "usd", 1507.5)

    expect((await optionsOf(cart)).total).toBe("1507.50")
    await store.pay(await start(cart, "hosted"))
    expect((await store.readMedusaState(cart)).captures).toEqual([1507.5])
  })

  it("does not sell in a currency without a rate, and says what to do", async () => {
    await offer({ sources: [] })
    const cart = await cartIn(store, "eur", 12.5)

    expect(await optionsOf(cart)).toMatchObject({
      options: [],
      quote: null,
      no_price: "no_source",
    })
    expect(await store.tryStartSession(cart, "hosted")).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/EUR.*no source has its price.*Add one/),
      },
    })
    const dollars = await store.shopper.fillCart()
    expect((await optionsOf(dollars)).options).toHaveLength(2)
  })

  it("takes no coin whose price its sources don't confirm, for dollars either", async () => {
    const cart = await store.shopper.fillCart()
    const both = [...sources({ usdt: "1" }), newSource]
    await offer({ sources: both, min_sources: 2 })

    expect(await optionsOf(cart)).toMatchObject({ options: [] })
    expect(await store.tryStartSession(cart, "hosted")).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/USDT.*price is not known/) },
    })
    const { body } = await api.get("health?fresh=true")
    const unknown = {
      code: "unknown",
      message: expect.stringMatching(/^Nothing can be paid in .*USDT/),
    }
    expect(body).toMatchObject({
      health: {
        checks: expect.arrayContaining([expect.objectContaining(unknown)]),
      },
    })
    await offer({ sources: both, min_sources: 1 })
    expect((await optionsOf(cart)).options).toHaveLength(2)
  })

  describe("money that arrives after its price has expired", () => {
    const openLate = async (rate: string, pricing: object = {}) => {
      const cart = await cartIn(store, "eur", 12.5)
      const id = await start(cart, "onchain")
      await store.changePayment(id, {
        locked_until: new Date(Date.now() - 60_000),
      })
      await offer({
        sources: sources({ eur: rate }),
        spread: "0.5",
        late_tolerance: "1",
        ...pricing,
      })
      return { cart, id }
    }

    const payLate = async (rate: string, pricing: object = {}) => {
      const open = await openLate(rate, pricing)
      await store.pay(open.id)
      return open
    }

    it.each(["1.0832", "1.05", "1.093"])(
      "is captured at a rate of %s: it is worth the cart, or almost",
      async (rate) => {
        const { cart } = await payLate(rate)
        expect((await store.readMedusaState(cart)).captures).toEqual([12.5])
        expect(await store.openExceptions()).toEqual([])
      }
    )

    it("waits for the merchant if it is worth less, who may take it at the old price", async () => {
      const { cart } = await payLate("1.2")
      expect((await store.readMedusaState(cart)).captures).toEqual([])
      const exception = await api.readOpenException()
      expect(exception).toMatchObject({
        kind: "price_expired",
        held: { amount: "13.61" },
        details: {
          shown_rate: "1.0832",
          rate: "1.2",
          due: "15.08",
          difference: "1.47",
        },
      })

      await api.mustResolve(exception.id, { action: "retry" })
      await store.settled()

      expect((await store.readMedusaState(cart)).captures).toEqual([12.5])
      expect(await store.openExceptions()).toEqual([])
    })

    it("is captured if its chain shows that it arrived before", async () => {
      const cart = await cartIn(store, "eur", 12.5)
      const id = await start(cart, "onchain")
      const locked_until = new Date(Date.now() - 60_000)
      await store.changePayment(id, { locked_until })
      await offer({ sources: sources({ eur: "1.2" }) })
      const tx_hash = `0x${"7d".repeat(32)}`
      await store.db("stablecoin_deposit").insert({
        id: "stdep_seen",
        payment_id: id,
        rail: "onchain",
        amount: "13.61",
        currency: "USDT",
        chain: "POLYGON",
        ...{ tx_hash, log_index: 0, arrived_at: locked_until },
        seen_at: new Date(),
        matched_at: new Date(),
      })
      const payment = { chain: "POLYGON", tx_hash }
      await store.report({ rail: "onchain", id }, { payment })
      expect((await store.readMedusaState(cart)).captures).toEqual([12.5])
    })

    it("can be sent back", async () => {
      const { cart } = await payLate("1.2")
      await api.mustResolveOnly({ action: "refund" })
      await store.settled()
      expect((await store.readMedusaState(cart)).captures).toEqual([])
      expect(await store.openExceptions()).toEqual(["refund_due"])
    })

    it("waits if its coin has lost its peg", async () => {
      await payLate("1.0832", {
        sources: [{ type: "fixed", rates: { ...RATES, usdt: "0.9" } }],
      })
      expect(await api.readOpenException()).toMatchObject({
        kind: "price_expired",
        details: { cause: "depegged", due: "13.61" },
      })
      const { options } = await optionsOf(await store.shopper.fillCart())
      expect(options).toEqual([])
    })

    it.each([
      ["its currency", []],
      ["its coin", [...sources(), newSource]],
    ])(
      "waits where no source has a rate of %s, and is captured once one does",
      async (_name, unknown) => {
        const late = await openLate("1.0832", { sources: unknown })
        const { cart } = late
        await store.payUntilKnown(late)
        await store.exceptionAfterRetries(late)
        expect(await api.readOpenException()).toMatchObject({
          kind: "price_expired",
          details: { cause: "no_rate" },
        })

        await offer({ sources: sources() })
        await store.later()
        expect((await store.readMedusaState(cart)).captures).toEqual([12.5])
        expect(await store.openExceptions()).toEqual([])
      }
    )
  })

  it("refunds parts in both sums, which add up to what was paid", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    const id = await start(cart, "hosted")
    await store.pay(id)
    const [payment] = await store.db("payment")
    for (const part of [4.17, 4.17, 4.16]) {
      await api.admin.refund(payment.id, part)
      await store.settled()
    }
    const refunds = await store.db("stablecoin_refund").orderBy("id")
    expect(
      refunds.map(({ amount, cart_amount }) => [amount, Number(cart_amount)])
    ).toEqual([
      ["4.54", 4.17],
      ["4.54", 4.17],
      ["4.53", 4.16],
    ])
    expect(await imbalances()).toEqual([])
  })

  it("refunds at today's rate, if the merchant has seen the difference", async () => {
    const cart = await cartIn(store, "eur", 12.5)
    await store.pay(await start(cart, "hosted"))
    const [payment] = await store.db("payment")
    await api.admin.refund(payment.id, 10)
    await store.settled()
    const [{ id }] = await store.db("stablecoin_refund")
    await offer({ sources: sources({ eur: "1.2" }), spread: "0.5" })

    const price = async (choice: string, shown_amount: string) =>
      await api.post(`refunds/${id}/price`, { price: choice, shown_amount })
    const { body } = await api.get(`refunds/${id}`)
    expect(body.refund).toMatchObject({
      amount: "10.89",
      today: { rate: "1.2", amount: "12.00" },
    })
    await api.refuses(
      `refunds/${id}/price`,
      { price: "today", shown_amount: "11.50" },
      409,
      /12.00 USDT/
    )
    expect(await price("today", "12.00")).toMatchObject({
      status: 200,
      body: { refund: { amount: "12.00", allocated: "10.89", rate: "1.2" } },
    })
    expect(await imbalances()).toEqual([])

    // The rest is still what the payment's own price leaves.
    await api.admin.refund(payment.id, 2.5)
    await store.settled()
    const refunds = await store.db("stablecoin_refund").orderBy("id")
    expect(refunds.map(({ amount }) => amount)).toEqual(["12.00", "2.72"])
    expect(await price("payment", "10.89")).toMatchObject({ status: 200 })
    expect(await imbalances()).toEqual([])

    await offer({ sources: [] })
    await api.refuses(
      `refunds/${id}/price`,
      { price: "today", shown_amount: "12.00" },
      400,
      /no rate/
    )
  })

  it("has no rate of today for a refund of another coin", async () => {
    const id = await start(await cartIn(store, "eur", 12.5), "onchain")
    await store.report({ rail: "onchain", id }, { currency: "USDC" })
    await api.mustResolveOnly({ action: "refund" })
    await store.settled()
    const [refund] = await store.db("stablecoin_refund")
    const { body } = await api.get(`refunds/${refund.id}`)
    expect(body.refund).toMatchObject({ currency: "USDC", today: null })
  })

  it("audits each amount against the prices that it was quoted by", async () => {
    await store.pay(await start(await cartIn(store, "eur", 12.5), "hosted"))
    await store.pay(await start(await cartIn(store, "jpy", 1500), "onchain"))
    expect(await imbalances()).toEqual([])
    const prices = [RATES.eur, "1.09", "1.1"].map((value) => ({ value }))
    await store
      .db("stablecoin_quote")
      .where({ currency: "eur" })
      .update({ sources: JSON.stringify(prices) })
    expect(await imbalances()).toMatchObject([
      { reason: "priced_otherwise", expected: "13.70", found: "13.61" },
    ])
  })
})
