import {
  EXCEPTION_GROUPS,
  EXCEPTION_PROBLEMS,
  isOrderedManually,
  nameOf,
  traitsOf,
} from "../index"

const ONCHAIN = { rail: "onchain" } as const

const settled = EXCEPTION_PROBLEMS.filter(
  (problem) => traitsOf(problem).group === "return"
)

describe("money to settle with the buyer", () => {
  it("ranks between money to look for and records", () => {
    expect(EXCEPTION_GROUPS).toEqual(["no_order", "money", "return", "records"])
  })

  it("is what was paid on top, or too much for an order", () => {
    expect(settled.map(nameOf)).toEqual([
      "deposit_mismatch.again",
      "paid_twice",
      "unreported_transfer.again",
      "already_covered",
      "order_without_money",
      "amount_due_changed",
    ])
  })

  it.each(settled)("creates no second order for %j", (problem) => {
    expect(isOrderedManually(problem, ONCHAIN)).toBe(false)
  })
})
