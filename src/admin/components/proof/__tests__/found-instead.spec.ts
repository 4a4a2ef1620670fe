import { foundInstead } from "../found-instead"

const SHOP = `0x${"a1".repeat(20)}`
const OTHER = `0x${"b2".repeat(20)}`

describe("the transfers that contradict", () => {
  it.each([
    [
      "one",
      `0.01 USDT to ${SHOP}`,
      [{ amount: "0.01", coin: "USDT", to: SHOP }],
      0,
    ],
    [
      "several, and more",
      `9.99 USDC.e to ${SHOP}, 12.5 USDT to ${OTHER} and 2 more`,
      [
        { amount: "9.99", coin: "USDC.e", to: SHOP },
        { amount: "12.5", coin: "USDT", to: OTHER },
      ],
      2,
    ],
    [
      "an unknown coin",
      `1250 units of ${OTHER} to ${SHOP}`,
      [{ amount: null, coin: `1250 units of ${OTHER}`, to: SHOP }],
      0,
    ],
  ])("are shown: %s", (_what, text, transfers, more) => {
    expect(foundInstead(text)).toEqual({ transfers, more })
  })

  it("are shown as they are written if the text has another form", () => {
    expect(foundInstead(`0.01 USDT to ${SHOP}, and a note`)).toBeNull()
  })
})
