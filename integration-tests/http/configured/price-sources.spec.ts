import type {
  AdminHealthResponse,
  StoreOptionsResponse,
} from "../../../src/http-types"
import { RAILS } from "../../../src/ledger"
import { PROVIDERS } from "../../../tools/harness/shop/names"
import { Shopper } from "../../../tools/harness/shop/shopper"
import { Admin } from "../../setup/admin/admin"
import { storeTest } from "../../setup/store/store"

type Kind = "status" | "reset" | "broken_json"

storeTest(
  (store) => {
    const admin = Admin.enrolled(store)

    beforeEach(async () => {
      await admin.post(`/admin/regions/${store.seeded.euro.region_id}`, {
        payment_providers: Object.values(PROVIDERS),
      })
    })

    const fetchPrices = async (minutesAgo = 0): Promise<void> => {
      const at = new Date(Date.now() - minutesAgo * 60_000)
      await store.stablecoin.prices.refresh(at)
    }

    const failFor = (endpoint: "rates" | "ecb", kind: Kind = "status") =>
      store.sandbox.fault({ api: "rates", endpoint, kind, times: 1_000 })

    /** Makes the stored price of a euro too old, of all sources or of one. */
    const age = async (of: { source?: string } = {}) =>
      await store
        .db("stablecoin_price_source")
        .where(of)
        .update({
          prices: store.db.raw(
            `jsonb_set(prices, '{eur,at}', to_jsonb('${new Date(0).toISOString()}'::text))`
          ),
        })

    /** The offers to a buyer, the answer to a start, and the health check. */
    const sold = async (offer = store.seeded.euro) => {
      const shopper = new Shopper(store.url, offer)
      const cart = await shopper.fillCart()
      const path = `/store/stablecoin/options?cart_id=${cart.id}`
      const { options, quote } = await shopper.get<StoreOptionsResponse>(path)
      const start = await shopper.tryStartSession(cart, PROVIDERS.onchain)
      await store.settled()
      const { health } = await admin.get<AdminHealthResponse>(
        "/admin/stablecoin/health?fresh=true"
      )
      const check = health.checks.find(({ id }) => id === "prices")
      return {
        rate: quote?.rate ?? null,
        offers: options.map(({ rail, currencies }) =>
          [rail, ...currencies.map(({ code }) => code)].join(" ")
        ),
        start: `${start.status} ${start.body.message ?? ""}`,
        health: `${check?.status} ${check?.message}`,
      }
    }

    /** The result of `sold` where a cart in euros can't be paid. */
    const notSold = (why: string, health: string) => ({
      rate: null,
      offers: [],
      start: expect.stringMatching(`^400 .*${why}`),
      health: expect.stringMatching(
        `^error Nothing can be paid in EUR.*${health}`
      ),
    })
    const offersOf = (...coins: string[]) =>
      RAILS.map((rail) => [rail, ...coins].join(" "))
    const KNOWN = "ok One unit is worth in US dollars: EUR 1.0832."

    it.each<[failure: string, fail: () => unknown, problem: string]>([
      ["answers 503", () => failFor("rates"), "HTTP 503"],
      ["cuts its answers", () => failFor("rates", "reset"), "does not answer"],
      ["is malformed", () => failFor("rates", "broken_json"), "is not JSON"],
      ["lacks the euro", () => store.sandbox.setRates({ eur: false }), "404"],
      ["has no price", () => store.sandbox.setRates({ eur: "0" }), "a number"],
    ])(
      "a source that %s sells at its last price until that is too old",
      async (_, fail, problem) => {
        failFor("ecb")
        await fetchPrices(5)
        fail()
        await fetchPrices()
        expect(await sold()).toEqual({
          rate: "1.0832",
          offers: offersOf("USDC", "USDT"),
          start: "200 ",
          health: KNOWN,
        })

        await age()
        expect(await sold()).toEqual(notSold("is not known", problem))
      }
    )

    it.each<[trouble: string, act: () => Promise<unknown>, result: object]>([
      [
        "two sources that contradict each other",
        async () => {
          store.sandbox.setRates({ eur: "1.2" })
          await fetchPrices()
        },
        notSold("contradict each other", "no sources agree"),
      ],
      [
        "a source that jumps, while the other has no fresh price",
        async () => {
          await age({ source: "ecb" })
          store.sandbox.setRates({ eur: "108" })
          await fetchPrices()
        },
        notSold("is not known", "EUR: 108 is refused"),
      ],
      [
        "a source that jumps, and another that does not",
        async () => {
          store.sandbox.setRates({ eur: "108" })
          await fetchPrices()
        },
        { rate: "1.0832", start: "200 ", health: KNOWN },
      ],
      [
        "a coin that has lost its peg",
        async () => {
          store.sandbox.setRates({ usdc: "0.9" })
          await fetchPrices()
        },
        {
          rate: "1.0832",
          offers: offersOf("USDT"),
          start: "200 ",
          health: expect.stringMatching("^warning USDC is not offered"),
        },
      ],
      [
        "two coins that have lost their pegs",
        async () => {
          store.sandbox.setRates({ usdc: "0.9", usdt: "1.1" })
          await fetchPrices()
        },
        { offers: [], start: expect.stringMatching("^400 .*from a dollar") },
      ],
    ])("%s: options, start and health agree", async (_, act, result) => {
      await fetchPrices(5)
      await act()
      expect(await sold()).toMatchObject(result)
    })

    it("carts in dollars need no price but that of the coins", async () => {
      failFor("ecb")
      store.sandbox.setRates({ eur: false })
      await fetchPrices()
      expect(await sold(store.seeded)).toMatchObject({ start: "200 " })
      expect(await sold()).toEqual(notSold("no source has", "HTTP 503"))

      await store.db("stablecoin_price_source").update({ prices: "{}" })
      expect(await sold(store.seeded)).toMatchObject({
        offers: [],
        start: expect.stringMatching(/^400 .*USDC.* the price is not known/),
      })
    })
  },
  { rates: true }
)
