import { PROVIDERS } from "../../tools/harness/shop/names"
import type {
  AdminPaymentResponse,
  StoreOnchainOption,
} from "../../src/http-types"
import type { Chain, CoinsByChain, Stablecoin } from "../../src/gateway"
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

  it("a coin that the gateway refuses is named to the buyer, and its payment keeps the gateway's words", async () => {
    store.sandbox.setRules({ coins: { BASE: ["USDC"] } })
    expect(await start({ currency: "USDT", chain: "BASE" })).toMatchObject({
      status: 400,
      body: { type: "invalid_data", message: NOT_AVAILABLE },
    })

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
  })

  it("a coin that the hosted page refuses is named", async () => {
    store.sandbox.setRules({ hostedCurrencies: ["USDC"] })
    expect(await start({ currency: "USDT" }, "hosted")).toMatchObject({
      status: 400,
      body: {
        message:
          "USDT is not available this way. Choose another coin or way to pay.",
      },
    })
  })
})
