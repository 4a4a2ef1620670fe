import { readImbalances } from "../../tools/harness/records/imbalances"
import { waitFor } from "../../tools/harness/wait-for"
import { AdminOperations } from "../setup/admin/admin-api"
import { cartIn } from "../setup/store/cart-in"
import { storeTest } from "../setup/store/store"

/** A unit of each is worth much less or more than a coin. */
const RATES = {
  gbp: "1.2741",
  idr: "0.0000612",
  jpy: "0.0066",
  kwd: "3.2573",
  pln: "0.2731",
  sek: "0.0953",
}

/** Prices of one of three items, and its coins. */
const ITEMS: [currency: string, price: number, coins: string][] = [
  ["jpy", 500, "3.32"],
  ["kwd", 1.255, "4.11"],
  ["pln", 33.35, "9.16"],
  ["sek", 100.37, "9.61"],
]

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  beforeEach(async () => {
    await api.admin.saveSettings({
      general: {
        capture: "automatic",
        currencies: Object.fromEntries(
          ["usd", ...Object.keys(RATES)].map((code) => [code, ["USDT"]])
        ),
      },
      pricing: { sources: [{ type: "fixed", rates: RATES }], spread: "0.5" },
    })
  })

  const buy = async (currency: string, price: number, quantity: number) => {
    const cart = await cartIn(store, currency, price, quantity)
    const { data } = await store.startSession(cart, "onchain")
    await store.settled()
    await store.pay(String(data.payment_id))
    const { orders } = await store.readMedusaState(cart)
    return { cart, order_id: orders[0]!.id }
  }

  /** Buys three items, and has the merchant take one off the order. */
  const sellTwoOfThree = async (
    currency: string,
    price: number,
    capture = async (): Promise<void> => undefined
  ) => {
    const { order_id } = await buy(currency, price, 3)
    await capture()
    await api.admin.editOrder({ order_id }, 2)
    await store.later()
    const [excess] = await waitFor("an exception", async () => {
      const read = await api.readOpenExceptions()
      return read.length > 0 && read
    })
    return { order_id, excess: excess! }
  }

  /** Refunds in coins, and in Medusa. */
  const readRefunds = async () => {
    await store.later()
    const ours = await store.db("stablecoin_refund").orderBy("id")
    const medusa = await store
      .db("refund")
      .whereNull("deleted_at")
      .orderBy("id")
    return {
      coins: ours.map(({ amount }) => amount),
      worth: ours.map(({ cart_amount }) => Number(cart_amount)),
      medusa: medusa.map(({ amount }) => Number(amount)),
    }
  }

  it.each(ITEMS)(
    "one of three items of %s %d is refunded exactly in both sums",
    async (currency, price, coins) => {
      const { excess } = await sellTwoOfThree(currency, price)
      expect(excess.held).toMatchObject({ amount: coins })

      await api.mustResolve(excess.id, { action: "refund" })

      expect(await readRefunds()).toEqual({
        coins: [coins],
        worth: [price],
        medusa: [price],
      })
      expect(await store.openExceptions()).toEqual(["refund_due"])
      expect(await readImbalances(store.db)).toEqual([])
    }
  )

  it.each(ITEMS)(
    "one of three items of %s %d is refunded exactly where one is captured",
    async (currency, price, coins) => {
      await api.admin.saveGeneral({ capture: "manual" })
      const { excess } = await sellTwoOfThree(currency, price, async () => {
        const [{ id }] = await store.db("payment")
        await api.admin.post(`/admin/payments/${id}/capture`, { amount: price })
      })
      await api.mustResolve(excess.id, { action: "refund" })
      const refunded = { coins: [coins], worth: [price], medusa: [] }
      expect(await readRefunds()).toEqual(refunded)
    }
  )

  it.each(ITEMS.filter(([currency]) => ["jpy", "sek"].includes(currency)))(
    "one of three items of %s %d is kept, and a cancelled order returns the others exactly",
    async (currency, price) => {
      const { excess, order_id } = await sellTwoOfThree(currency, price)
      const [{ amount }] = await store.db("stablecoin_payment")

      await api.mustResolve(excess.id, { action: "close", kept: "Goodwill" })
      await store.later()
      expect(await store.openExceptions()).toEqual([])
      await api.admin.cancelOrder(order_id)

      const { coins, medusa } = await readRefunds()
      expect(medusa).toEqual([Number((2 * price).toFixed(3))])
      const [kept] = await store
        .db("stablecoin_allocation")
        .where({ kind: "kept" })
      expect(Number(coins[0]) + Number(kept.amount)).toBeCloseTo(
        Number(amount),
        9
      )
      expect(Number(kept.cart_amount)).toBe(price)
      expect(await store.openExceptions()).toEqual(["refund_due"])
      expect(await readImbalances(store.db)).toEqual([])
    }
  )

  it("records the coins that the merchant has sent, which no penny is worth", async () => {
    const { excess } = await sellTwoOfThree("gbp", 10)
    const tx_hash = `0x${"5e".repeat(32)}`
    const sent = { amount: "5.04", tx_hash, refund_to: `0x${"ab".repeat(20)}` }
    await api.mustResolve(excess.id, { action: "close", sent })
    expect((await readRefunds()).coins).toEqual(["5.04"])
    expect(await readImbalances(store.db)).toEqual([])
  })

  it("refunds at least a cent for a sum that is worth less", async () => {
    await sellTwoOfThree("idr", 33_333)
    const [payment] = await store.db("payment")
    await api.admin.refund(payment.id, 80)
    expect((await readRefunds()).coins).toEqual(["0.01"])
    expect(await readImbalances(store.db)).toEqual([])
  })

  it("keeps the excess for another order of exactly that item", async () => {
    const { excess } = await sellTwoOfThree("jpy", 500)
    await api.admin.saveGeneral({ checkout_flow: "order_first" })
    const other = await cartIn(store, "jpy", 500)
    await store.startSession(other, "onchain")
    await store.settled()
    const { body } = await store.shopper.complete(other)
    const order_id = body.type === "order" ? body.order.id : ""
    await api.mustResolve(excess.id, {
      action: "close",
      order_id,
      other_customer: true,
    })
    await store.later()
    expect(await readImbalances(store.db)).toEqual([])
  })

  it("accounts for an excess of two payments at two rates, which stays captured", async () => {
    const { cart, order_id } = await buy("sek", 100.37, 1)
    await api.admin.editOrder({ order_id }, 3)
    const [latest] = await store
      .db("order_payment_collection")
      .where({ order_id, deleted_at: null })
      .orderBy("created_at", "desc")
    await api.admin.saveSettings({
      pricing: { sources: [{ type: "fixed", rates: { sek: "0.12" } }] },
    })
    const { payment_collection_id } = latest
    const rest = { ...cart, payment_collection_id }
    const { data } = await store.startSession(rest, "onchain")
    await store.pay(String(data.payment_id))
    await store.later()
    await api.admin.editOrder({ order_id }, 0)
    await store.later()

    const open = await waitFor("two exceptions", async () => {
      const read = await api.readOpenExceptions()
      return read.length === 2 && read
    })
    expect(await readImbalances(store.db)).toEqual([])
    for (const { id } of open) {
      await api.mustResolve(id, { action: "close" })
    }
    await store.later()
    expect(await store.openExceptions()).toEqual([])
    expect(await readImbalances(store.db)).toEqual([])
  })
})
