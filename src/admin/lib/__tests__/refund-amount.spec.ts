import type { AdminExceptionDetail } from "../../../http-types"
import { amountProblem, firstAmount } from "../refund-amount"

type Held = AdminExceptionDetail["held"]

const held: Held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
  all_required: false,
}
const all: Held = { ...held, all_required: true }

describe("the amount that goes back", () => {
  it.each<[string, Held, string]>([
    ["all that is held", held, "12.50"],
    [
      "blank where the gateway confirmed nothing",
      { ...held, confirmed: false },
      "",
    ],
    [
      "blank where it has more digits than a form takes",
      { ...held, amount: "40.005" },
      "",
    ],
    ["blank where nothing is held", null, ""],
  ])("starts as %s", (_, of, amount) => {
    expect(firstAmount(of)).toBe(amount)
  })

  it.each<[string, Held, boolean, ReturnType<typeof amountProblem>]>([
    ["", held, true, null],
    ["", held, false, "malformed"],
    ["1.234", held, true, "malformed"],
    ["a part", held, true, "malformed"],
    [" 0.01 ", held, true, null],
    ["0.01", null, true, null],
    ["", all, true, null],
    ["0.01", all, true, "part"],
    ["12.49", all, true, "part"],
    ["12.5", all, true, null],
    // The API says how much is held by then.
    ["12.51", all, true, null],
  ])("typed as %j of %j, optional %s: %s", (typed, of, isOptional, problem) => {
    expect(amountProblem(typed, { held: of, isOptional })).toBe(problem)
  })
})
