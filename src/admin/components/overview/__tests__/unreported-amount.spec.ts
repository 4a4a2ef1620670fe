import { unreportedAmount } from "../unreported-amount"

describe("the money without a reported fee", () => {
  it.each([
    ["the rest", "70.00", "44.56", "0.44", "25.00"],
    // 0.3 - 0.2 - 0.1 is not 0 in floats.
    ["none, exactly", "0.3", "0.2", "0.1", null],
    ["none, with a fee of 0", "12.50", "12.50", "0", null],
    ["all of it, if no fee was reported", "3.00", null, null, "3.00"],
    ["all decimals", "15.30", "9.999999", "0.300001", "5.00"],
    [
      "more digits than a float has",
      "90071992547409930.01",
      "90071992547409929.00",
      "0.50",
      "0.51",
    ],
  ])("is %s", (_what, amount, net_amount, fee, rest) => {
    expect(unreportedAmount({ amount, net_amount, fee })).toBe(rest)
  })
})
