import { resolveSettings } from "../../../modules/stablecoin/settings/settings"
import type { Rule } from "../../../settings"
import { type PayableAmount, offersOf, amountDueOf } from "../offers"

const HOSTED = "pp_stablecoin-hosted_default"
const ONCHAIN = "pp_stablecoin-onchain_default"

const OPTIONS = {
  backendUrl: "https://store.example",
  hosted: {
    baseUrl: "https://gateway.example",
    clientId: "test_shop",
    clientSecret: "hosted-secret",
  },
  onchain: {
    baseUrl: "https://business.example",
    clientId: "test_shop",
    clientSecret: "onchain-secret",
    webhookSecrets: ["whsec"],
    chains: ["BASE", "POLYGON"],
    defaultChain: "POLYGON",
  },
  currencies: { usd: ["USDC", "USDT"], kwd: ["USDT"] },
}

const SHOP = "https://shop.example"

const settingsOf = (changes: object = {}, storeCors = SHOP) =>
  resolveSettings({ ...OPTIONS, ...changes }, storeCors)

const payableOf = (changes: Partial<PayableAmount> = {}): PayableAmount => ({
  currency: "usd",
  purchase_id: "cart_1",
  region_id: null,
  quote: null,
  amount: "12.50",
  covered_by_others: "0",
  order_due: null,
  is_being_placed: false,
  status: "awaiting",
  has_cart: true,
  order: null,
  providers: ["pp_system_default", ONCHAIN, HOSTED],
  ...changes,
})

const railsOf = (due: PayableAmount, settings = settingsOf()) =>
  offersOf(settings, due).map(({ rail }) => rail)

const BOTH = ["hosted", "onchain"]

describe("an amount due can be paid", () => {
  it("on both rails, with the configured stablecoins and chains in their order", () => {
    const currencies = [
      { code: "USDC", is_default: true },
      { code: "USDT", is_default: false },
    ]
    expect(offersOf(settingsOf(), payableOf())).toEqual([
      {
        rail: "hosted",
        provider_id: HOSTED,
        amount: "12.50",
        currencies,
      },
      {
        rail: "onchain",
        provider_id: ONCHAIN,
        amount: "12.50",
        currencies,
        chains: [
          {
            code: "BASE",
            name: "Base",
            evm_chain_id: 8453,
            explorer: { name: "BaseScan", url: "https://basescan.org" },
            is_default: false,
            currencies: ["USDC", "USDT"],
          },
          {
            code: "POLYGON",
            name: "Polygon",
            evm_chain_id: 137,
            explorer: { name: "PolygonScan", url: "https://polygonscan.com" },
            is_default: true,
            currencies: ["USDC", "USDT"],
          },
        ],
      },
    ])
  })

  it.each<[string, Partial<PayableAmount>, string[]]>([
    ["as it is", {}, BOTH],
    ["only where its provider is enabled", { providers: [HOSTED] }, ["hosted"]],
    [
      "under any id of the provider in the store",
      { providers: ["pp_stablecoin-onchain_mine"] },
      ["onchain"],
    ],
    [
      "once on a rail that has two providers",
      { providers: [HOSTED, "pp_stablecoin-hosted_b"] },
      ["hosted"],
    ],
    [
      "not with a foreign provider",
      { providers: ["pp_stablecoin-paper_default"] },
      [],
    ],
    ["not in a currency that is not configured", { currency: "eur" }, []],
    ["not when the amount is zero", { amount: "0" }, []],
    ["not when that is less than a cent", { amount: "0.004" }, []],
    ["when that is rounded to a cent", { amount: "0.005" }, BOTH],
    ["not below zero", { amount: "-1" }, []],
    ["not when it was cancelled", { status: "canceled" }, []],
    ["not when its order was cancelled", { order: { canceled: true } }, []],
    ["while its order is unpaid", { order: { canceled: false } }, BOTH],
    ["not when it is paid", { covered_by_others: "12.5" }, []],
    [
      "not when nothing is due for its order",
      { order_due: { total: "10.00", covered_by_others: "10.00" } },
      [],
    ],
    ["when a part of it is paid", { covered_by_others: "0.01" }, BOTH],
  ])("%s: %j on %j", (_, changes, rails) => {
    expect(railsOf(payableOf(changes))).toEqual(rails)
  })

  it.each<[string, object, string, string[]]>([
    ["the hosted rail", { hosted: {} }, SHOP, ["onchain"]],
    ["the onchain rail", { onchain: {} }, SHOP, ["hosted"]],
    ["the backend's address", { backendUrl: "" }, SHOP, []],
    ["a return URL", {}, "", []],
    [
      "a storefront, except with a template",
      { successUrl: "https://thanks.example/{cart_id}" },
      "",
      BOTH,
    ],
    [
      "a usable template",
      { successUrl: "https://me:pw@thanks.example" },
      "",
      [],
    ],
  ])("not without %s", (_, changes, storeCors, rails) => {
    expect(railsOf(payableOf(), settingsOf(changes, storeCors))).toEqual(rails)
  })

  it.each([
    ["10.005", "10.01"],
    ["10.004", "10.00"],
    ["12345.675", "12345.68"],
    // Result of Medusa's tax division, which a provider receives as a number.
    ["33.333333333333333333", "33.33"],
    ["10.00499999999999999999", "10.01"],
  ])("an amount due of %s with %s, which a start requires", (amount, due) => {
    const amounts = offersOf(settingsOf(), payableOf({ amount }))
    expect(amounts.map((offer) => offer.amount)).toEqual([due, due])
  })
})

const ALL = "USDC USDT | BASE USDC USDT, POLYGON USDC USDT"
const USDC_ONLY: Rule = { region: "reg_1", coins: ["USDC"] }
const exactly = { chain: "POLYGON", min: "12.50", max: "12.50" } as const

it.each<[rules: Rule[], region_id: string | null, offered: string]>([
  [[], "reg_1", ALL],
  [[USDC_ONLY], "reg_1", "USDC | BASE USDC, POLYGON USDC"],
  [[USDC_ONLY], null, ALL],
  [[{ chain: "POLYGON", min: "12.51" }], "reg_1", "USDC USDT | BASE USDC USDT"],
  [[exactly], "reg_1", ALL],
  [[{ max: "12.49" }], "reg_1", ""],
  [[{ max: "12.49" }, { chain: "BASE", max: "99" }], null, "BASE USDC USDT"],
])("by the rules %j, region %s is offered %s", (rules, region_id, offered) => {
  const offers = offersOf(settingsOf({ rules }), payableOf({ region_id }))
  const texts = offers.map((offer) => {
    const codes = offer.currencies.map(({ code }) => code).join(" ")
    return offer.rail === "hosted"
      ? codes
      : offer.chains
          .map(({ code, currencies }) => [code, ...currencies].join(" "))
          .join(", ")
  })
  expect(texts.join(" | ")).toBe(offered)
})

it("offers only the rest of a partly paid amount due", () => {
  const due = payableOf({ amount: "25.00", covered_by_others: "12.50" })
  const offers = offersOf(settingsOf(), due)
  expect(offers.map(({ amount }) => amount)).toEqual(["12.50", "12.50"])
})

it.each<[Partial<PayableAmount>, string]>([
  [{}, "12.50"],
  [{ amount: "10.005" }, "10.005"],
  [
    { amount: "12345678901234567890.12", covered_by_others: "0.1" },
    "12345678901234567890.02",
  ],
  [{ amount: "0.3", covered_by_others: "0.1" }, "0.20"],
  [{ covered_by_others: "12.5" }, "0.00"],
  [{ covered_by_others: "20" }, "0.00"],
  [{ order_due: { total: "10.00", covered_by_others: "4.00" } }, "6.00"],
  [{ order_due: { total: "10.00", covered_by_others: "12.50" } }, "0.00"],
  [{ status: "canceled" }, "0.00"],
  [{ order: { canceled: true } }, "0.00"],
  [{ order: { canceled: false } }, "12.50"],
  [{ order: { canceled: false }, status: "completed" }, "0.00"],
])("the amount still due of %j is %s", (changes, due) => {
  expect(amountDueOf(payableOf(changes))).toBe(due)
})
