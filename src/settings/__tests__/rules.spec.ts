import type { Chain, CoinsByChain } from "../../gateway"
import { rulePresets, withRule } from "../rule-presets"
import { limitsOf, type Rule, takenIn } from "../rules"

const RULES: Rule[] = [
  { min: "5.00", max: "900.00" },
  { chain: "ETH", coins: ["USDT"], min: "50.00" },
  { region: "reg_eu", coins: ["USDC"], max: "300.00" },
  { region: "reg_eu", chain: "ETH", min: "80.00" },
  { region: "reg_us", min: "0.00" },
]

it.each<[string | null, Chain | null, string]>([
  [null, null, "USDT USDC, 5.00 to 900.00"],
  [null, "POLYGON", "USDT USDC, 5.00 to 900.00"],
  [null, "ETH", "USDT, 50.00 to 900.00"],
  ["reg_other", "ETH", "USDT, 50.00 to 900.00"],
  ["reg_us", "BASE", "USDT USDC, 0.00 to 900.00"],
  // The region's counts before the network's.
  ["reg_us", "ETH", "USDT, 0.00 to 900.00"],
  ["reg_eu", null, "USDC, 5.00 to 300.00"],
  ["reg_eu", "BASE", "USDC, 5.00 to 300.00"],
  // Of each part, the most specific rule that sets it.
  ["reg_eu", "ETH", "USDC, 80.00 to 300.00"],
])("region %s takes on network %s: %s", (region, chain, taken) => {
  for (const rules of [RULES, RULES.toReversed()]) {
    const { coins, min, max } = limitsOf(rules, region, chain, ["USDT", "USDC"])
    expect(`${coins.join(" ")}, ${min} to ${max}`).toBe(taken)
  }
})

it("rules add no coin that the currency or the network lacks", () => {
  const rules: Rule[] = [{ coins: ["USDT", "USDC"] }]
  expect(limitsOf(rules, null, null, ["USDC"])).toEqual({ coins: ["USDC"] })
  expect(limitsOf([{ coins: ["USDT"] }], null, null, ["USDC"]).coins).toEqual(
    []
  )
})

it("a region's networks that take the same are listed together", () => {
  const chains = { POLYGON: ["USDT"], ETH: ["USDC"], BASE: ["USDT"] }
  const taken = takenIn(
    [{ region: "reg_1", chain: "BASE", max: "9.00" }],
    "reg_1",
    ["USDT", "USDC"],
    { ...chains, BSC: ["USDC"] } as CoinsByChain
  )
  expect(
    taken.map(({ networks, limits }) => [networks.join(), limits.coins.join()])
  ).toEqual([
    ["", "USDT,USDC"],
    ["POLYGON", "USDT"],
    ["ETH,BSC", "USDC"],
    ["BASE", "USDT"],
  ])
})

it("a preset adds to the rules of its regions, and repeats nothing", () => {
  const regions = [
    { id: "reg_eu", countries: [{ iso_2: "ch" }, { iso_2: "de" }] },
    { id: "reg_us", countries: [{ iso_2: "us" }] },
    { id: "reg_none" },
  ]
  const { eu, ethereum } = rulePresets(regions)
  const rules: Rule[] = [{ region: "reg_eu", min: "1.00" }]
  const once = [...eu, ...ethereum].reduce(withRule, rules)
  expect(once).toEqual([
    { region: "reg_eu", min: "1.00", coins: ["USDC"] },
    { chain: "ETH", min: "50.00" },
  ])
  expect([...eu, ...ethereum].reduce(withRule, once)).toEqual(once)
})
