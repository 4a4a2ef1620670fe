import { type Excess, heldMoney, type HeldMoney } from "../index"
import { deposit, payment, uses } from "./samples"

const excessOfOrder = (excess: Excess | null, balance = uses({})) =>
  heldMoney(
    { kind: "amount_due_changed", reason: null, details: null },
    { deposit: deposit(), balance },
    payment({ status: "paid" }),
    excess
  )

describe("the excess of an edited order", () => {
  it.each<
    [
      string,
      Excess | null,
      Parameters<typeof uses>[0],
      Pick<HeldMoney, "amount" | "captured"> | null,
    ]
  >([
    [
      "is returned from the capture once Medusa has captured all",
      { amount: "10.00", is_captured: true },
      { capture: "12.50" },
      { amount: "10.00", captured: true },
    ],
    [
      "is no more than what this payment's capture has left",
      { amount: "10.00", is_captured: true },
      { capture: "4.00", kept: "8.50" },
      { amount: "4.00", captured: true },
    ],
    [
      "is returned from what is not captured yet first",
      { amount: "10.00", is_captured: false },
      { capture: "2.50" },
      { amount: "10.00", captured: false },
    ],
    [
      "is no more than what is not captured yet",
      { amount: "11.00", is_captured: false },
      { capture: "2.50" },
      { amount: "10.00", captured: false },
    ],
    [
      "is returned from the capture once nothing else is left",
      { amount: "2.00", is_captured: false },
      { capture: "2.50", refund: "10.00" },
      { amount: "2.00", captured: true },
    ],
    [
      "is nothing once all of it is kept for something else",
      { amount: "10.00", is_captured: true },
      { kept: "12.50" },
      null,
    ],
    [
      "is nothing once the order takes all of it",
      null,
      { capture: "12.50" },
      null,
    ],
  ])("%s", (_, excess, parts, expected) => {
    expect(excessOfOrder(excess, uses(parts))).toEqual(
      expected && {
        ...expected,
        currency: "USDT",
        chain: "POLYGON",
        confirmed: true,
      }
    )
  })

  it("is nothing while its deposit is unknown", () => {
    const excess = { amount: "10.00", is_captured: true }
    expect(
      heldMoney(
        { kind: "amount_due_changed", reason: null, details: null },
        null,
        payment({ status: "paid" }),
        excess
      )
    ).toBeNull()
  })
})
