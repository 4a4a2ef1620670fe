import { PROVIDERS } from "../../tools/harness/shop/names"
import type {
  AdminExceptionsResponse,
  AdminHealthResponse,
  AdminPaymentResponse,
  StoreOnchainOption,
} from "../../src/http-types"
import type { Chain, CoinsByChain, Stablecoin } from "../../src/gateway"
import notifyOfExceptions from "../../src/jobs/notify-of-exceptions"
import { Admin } from "../setup/admin/admin"
import { storeTest } from "../setup/store/store"

const NOT_AVAILABLE =
  "USDT on Base is not available. Choose another network or coin."

type Choice = { currency?: Stablecoin; chain?: Chain }

storeTest((store) => {
  const admin = Admin.enrolled(store)
  const offered = async () => {
    const cart = await store.shopper.fillCart()
    const body = await store.readOptions({ cart_id: cart.id })
    const onchain = body.options.find(
      (option): option is StoreOnchainOption => option.rail === "onchain"
    )
    return {
      currencies: onchain?.currencies.map(({ code }) => code),
      pairs: onchain?.chains.map(({ code, currencies }) => [
        code,
        currencies.join(),
      ]),
      default: [
        onchain?.currencies.find((each) => each.is_default)?.code,
        onchain?.chains.find((each) => each.is_default)?.code,
      ],
    }
  }
  const start = async (
    choice: Choice,
    rail: keyof typeof PROVIDERS = "onchain"
  ) => await store.tryStartSession(await store.shopper.fillCart(), rail, choice)
  const started = async (choice: Choice) => {
    const { body } = await start(choice)
    return body.payment_collection?.payment_sessions[0]?.data
  }
  const takes = async (chains: CoinsByChain, default_chain?: Chain) => {
    const change = { onchain: { chains, default_chain } }
    expect((await admin.saveSettings(change)).status).toBe(200)
  }
  const health = async () => {
    const body = await admin.get<AdminHealthResponse>(
      "/admin/stablecoin/health?fresh=true"
    )
    return body.health.checks.find(({ id }) => id === "currencies")
  }

  describe("where a network does not take every coin", () => {
    it("only its pairs are offered, in the settings, the options and the starts", async () => {
      await takes({ POLYGON: ["USDT", "USDC"], BASE: ["USDC"] })

      const body = await admin.get<object>("/admin/stablecoin/settings")
      expect(body).toMatchObject({
        settings: {
          onchain: {
            chains: {
              source: "admin",
              value: { POLYGON: ["USDT", "USDC"], BASE: ["USDC"] },
            },
          },
        },
      })
      expect(await offered()).toEqual({
        currencies: ["USDT", "USDC"],
        pairs: [
          ["POLYGON", "USDT,USDC"],
          ["BASE", "USDC"],
        ],
        default: ["USDT", "POLYGON"],
      })
      expect(await start({ currency: "USDT", chain: "BASE" })).toMatchObject({
        status: 400,
        body: {
          type: "invalid_data",
          message: `${NOT_AVAILABLE} Offered here: USDT on Polygon, USDC on Polygon, USDC on Base.`,
        },
      })
      expect(store.sandbox.requests({ endpoint: "create" })).toEqual([])
      expect((await store.readLedger()).stablecoin_payment).toEqual([])
    })

    it("a start that leaves coin or network open takes the default that fits", async () => {
      await takes({ POLYGON: ["USDT", "USDC"], BASE: ["USDC"] }, "BASE")
      expect((await offered()).default).toEqual(["USDC", "BASE"])
      const choices: [sent: Choice, chosen: Choice][] = [
        [{}, { currency: "USDC", chain: "BASE" }],
        [{ chain: "BASE" }, { currency: "USDC", chain: "BASE" }],
        [{ chain: "POLYGON" }, { currency: "USDT", chain: "POLYGON" }],
        [{ currency: "USDT" }, { currency: "USDT", chain: "POLYGON" }],
        [{ currency: "USDC" }, { currency: "USDC", chain: "BASE" }],
      ]
      for (const [sent, chosen] of choices) {
        expect(await started(sent)).toMatchObject(chosen)
      }
    })
  })

  describe("a coin that the gateway refuses on a network", () => {
    const USDT_ON_BASE: Choice = { currency: "USDT", chain: "BASE" }
    beforeEach(() => {
      store.sandbox.setRules({ coins: { BASE: ["USDC"] } })
    })

    const refuse = async (times: number) => {
      for (let time = 0; time < times; time++) {
        expect(await start(USDT_ON_BASE)).toMatchObject({
          status: 400,
          body: { type: "invalid_data", message: NOT_AVAILABLE },
        })
      }
    }
    const isOffered = async () =>
      (await offered()).pairs?.some(
        ([chain, coins]) => chain === "BASE" && coins?.includes("USDT")
      )
    const ageRefusals = async (seconds: number) => {
      await store.db("stablecoin_exception").update({
        updated_at: store.db.raw("updated_at - make_interval(secs => ?)", [
          seconds,
        ]),
      })
    }

    it("is named to the buyer, and its payment keeps the gateway's words", async () => {
      await refuse(1)

      const { stablecoin_payment } = await store.readLedger()
      expect(stablecoin_payment).toMatchObject([{ status: "failed" }])
      const body = await admin.get<AdminPaymentResponse>(
        `/admin/stablecoin/payments/${String(stablecoin_payment[0]?.id)}`
      )
      expect(body.facts).toMatchObject([
        {
          kind: "refused",
          refusal: {
            reason: "invalid",
            status: 422,
            said: expect.stringMatching(/./),
            fields: { chain: ["USDT on BASE is not enabled."] },
          },
        },
      ])
      expect(await store.openExceptions()).toEqual([])
      expect(await isOffered()).toBe(true)
    })

    it("is left out for an hour after three refusals in a row, and reported once", async () => {
      await refuse(3)

      expect(await isOffered()).toBe(false)
      expect((await offered()).pairs).toContainEqual(["BASE", "USDC"])
      expect(await store.openExceptions()).toEqual(["coin_refused"])
      expect(await health()).toMatchObject({
        status: "error",
        code: "refused",
        params: {
          coins: "USDT (Base)",
          said: expect.stringContaining("USDT on BASE is not enabled."),
        },
        message: expect.stringContaining("USDT (Base)"),
      })
      await ageRefusals(3_590)
      expect(await isOffered()).toBe(false)
      await ageRefusals(20)
      expect(await isOffered()).toBe(true)
      expect(await store.openExceptions()).toEqual(["coin_refused"])

      // One more refusal prolongs it, and opens no other exception.
      await refuse(1)
      expect(await isOffered()).toBe(false)
      expect(await store.openExceptions()).toEqual(["coin_refused"])
    })

    it("is offered again once the gateway takes it, which resolves the exception", async () => {
      await refuse(3)
      store.sandbox.setRules({ coins: {} })

      expect(await started(USDT_ON_BASE)).toMatchObject(USDT_ON_BASE)

      expect(await isOffered()).toBe(true)
      expect(await store.openExceptions()).toEqual([])
      expect(await health()).toMatchObject({ status: "ok" })
      const body = await admin.get<AdminExceptionsResponse>(
        "/admin/stablecoin/exceptions"
      )
      expect(body.exceptions).toMatchObject([
        { kind: "coin_refused", status: "resolved", resolved_by: null },
      ])
    })

    it("stays offered where a start succeeded in between", async () => {
      await refuse(2)
      store.sandbox.setRules({ coins: {} })
      await started(USDT_ON_BASE)
      store.sandbox.setRules({ coins: { BASE: ["USDC"] } })
      await refuse(2)

      expect(await isOffered()).toBe(true)
      await refuse(1)
      expect(await isOffered()).toBe(false)
    })

    it("is offered again once the merchant closes the exception", async () => {
      await refuse(3)
      const body = await admin.get<AdminExceptionsResponse>(
        "/admin/stablecoin/exceptions"
      )
      const closed = await admin.call(
        "POST",
        `/admin/stablecoin/exceptions/${body.exceptions[0]?.id}/resolve`,
        { action: "close", note: "Enabled at the gateway." }
      )
      expect(closed.status).toBe(200)
      expect(await isOffered()).toBe(true)

      await refuse(2)
      expect(await isOffered()).toBe(true)
      await refuse(1)
      expect(await store.openExceptions()).toEqual(["coin_refused"])
    })

    it("is no problem of the store once the settings don't offer it", async () => {
      await refuse(3)
      await notifyOfExceptions(store.container)
      expect(await store.openExceptions()).toEqual(["coin_refused"])

      await takes({ POLYGON: ["USDT", "USDC"], BASE: ["USDC"] })
      expect(await health()).toMatchObject({ status: "ok" })
      await notifyOfExceptions(store.container)
      expect(await store.openExceptions()).toEqual([])
    })
  })

  it("a coin that the hosted page refuses is named, and left out of that rail alone", async () => {
    store.sandbox.setRules({ listing: false, hostedCurrencies: ["USDC"] })
    for (let time = 0; time < 3; time++) {
      expect(await start({ currency: "USDT" }, "hosted")).toMatchObject({
        status: 400,
        body: {
          message:
            "USDT is not available this way. Choose another coin or way to pay.",
        },
      })
    }
    const cart = await store.shopper.fillCart()
    const body = await store.readOptions({ cart_id: cart.id })
    expect(
      body.options.map(({ rail, currencies }) => [
        rail,
        ...currencies.map(({ code }) => code),
      ])
    ).toEqual([
      ["hosted", "USDC"],
      ["onchain", "USDT", "USDC"],
    ])
  })
})
