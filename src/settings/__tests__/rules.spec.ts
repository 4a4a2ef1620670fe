import type { Chain } from "../../gateway"
import { limitsOf, type Rule } from "../rules"

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
