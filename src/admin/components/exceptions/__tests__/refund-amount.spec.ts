import type { AdminExceptionDetail } from "../../../../http-types"
import { firstAmount, isMalformed } from "../refund-amount"

type Held = AdminExceptionDetail["held"]

const held: Held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
}

describe("the amount of a refund", () => {
  it.each<[string, Held, string]>([
    ["all that is held", held, "12.50"],
    ["blank without a confirmed amount", { ...held, confirmed: false }, ""],
    [
      "blank with more digits than a form accepts",
      { ...held, amount: "40.005" },
      "",
    ],
    ["blank without held money", null, ""],
  ])("starts as %s", (_, of, amount) => {
    expect(firstAmount(of)).toBe(amount)
  })

  it.each([
    ["", true, false],
    ["", false, true],
    ["1.234", true, true],
    ["a part", true, true],
    [" 0.01 ", true, false],
    ["12.5", false, false],
  ])("typed as %j, optional %s, is malformed: %s", (typed, optional, is) => {
    expect(isMalformed(typed, optional)).toBe(is)
  })
})
