import type { StoreOptionsResponse } from "../../src/http-types"
import { RAILS, type Rail } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import { repriceCart } from "../setup/store/reprice-cart"
import { storeTest } from "../setup/store/store"
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

  beforeEach(async () => await offer({ sources: sources(), spread: "0.5" }))

  /** A cart of one item, in a currency of another region. */
  const cartIn = async (
    currency_code: string,
    price: number
  ): Promise<Cart> => {
    const cart = await store.shopper.fillCart()
    await repriceCart(store.db, cart.id, currency_code, price)
    return { ...cart, total: price }
  }

  const optionsOf = async ({ id }: Cart): Promise<StoreOptionsResponse> =>
    await store.shopper.get(`/store/stablecoin/options?cart_id=${id}`)

  const start = async (cart: Cart, rail: Rail): Promise<string> => {
    const { data } = await store.startSession(cart, rail)
    await store.settled()
    return String(data.payment_id)
  }

  describe.each(CARTS)("a cart of %s %d", (currency, price, amount) => {
    it.each(RAILS)(
      `is offered, paid and ordered for ${amount} coins on the %s rail, and refunded in both sums`,
      async (rail) => {
        const cart = await cartIn(currency, price)
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
    const cart = await cartIn("eur", 12.5)
    const shown = await optionsOf(cart)
    await offer({ sources: sources({ eur: "1.2" }), spread: "0" })

    const first = await start(cart, "hosted")
    expect((await api.get(`payments/${first}`)).body.payment).toMatchObject({
      rate: "1.0832",
      basis: { sources: [{ source: "fixed", value: "1.0832" }], spread: "0.5" },
    })
    expect((await optionsOf(cart)).quote).toEqual(shown.quote)
    expect(await store.readPayment(first)).toMatchObject({ amount: "13.61" })

    await store
      .db("stablecoin_quote")
      .update({ valid_until: new Date(Date.now() - 1) })
    const second = await start(cart, "hosted")
    expect(await store.readPayment(second)).toMatchObject({ amount: "15.00" })
  })

  it("starts no payment at another price than the buyer was shown", async () => {
    const cart = await cartIn("eur", 12.5)
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

  it("does not sell in a currency without a rate, and says what to do", async () => {
    await offer({ sources: [] })
    const cart = await cartIn("eur", 12.5)

    expect(await optionsOf(cart)).toMatchObject({ options: [], quote: null })
    expect(await store.tryStartSession(cart, "hosted")).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/EUR.*no source has its price.*Add one/),
      },
    })
    const dollars = await store.shopper.fillCart()
    expect((await optionsOf(dollars)).options).toHaveLength(2)
  })

  describe("money that arrives after its price has expired", () => {
    const payLate = async (rate: string, pricing: object = {}) => {
      const cart = await cartIn("eur", 12.5)
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
      await store.pay(id)
      return { cart, id }
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

    it("waits where no source has a rate", async () => {
      await payLate("1.0832", { sources: [] })
      expect(await api.readOpenException()).toMatchObject({
        kind: "price_expired",
        details: { cause: "no_rate" },
      })
    })
  })

  it("refunds parts in both sums, which add up to what was paid", async () => {
    const cart = await cartIn("eur", 12.5)
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
    expect(await store.stablecoin.health.imbalances()).toEqual([])
  })
})
