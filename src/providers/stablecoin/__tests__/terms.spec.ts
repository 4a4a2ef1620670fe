import { BigNumber } from "@medusajs/framework/utils"
import type { BigNumberInput } from "@medusajs/framework/types"
import { dueFor, fromMedusa } from "../terms"

it.each<[BigNumberInput, string]>([
  [10, "10.00"],
  [10.5, "10.50"],
  ["10.5", "10.50"],
  [{ value: "10.5", precision: 20 }, "10.50"],
  [{ value: "10.125", precision: 20 }, "10.125"],
  [{ value: 10.125 }, "10.125"],
  [new BigNumber("10.125"), "10.125"],
  ["0.1", "0.10"],
  [0, "0.00"],
  ["-5", "-5.00"],
  [1e21, "1000000000000000000000.00"],
  [1e-7, "0.0000001"],
  ["12345678901234567890.123456789", "12345678901234567890.123456789"],
  [
    { value: "12345678901234567890.12", precision: 40 },
    "12345678901234567890.12",
  ],
])(
  "an amount of Medusa is read exactly in each notation: %j is %s",
  (amount, exact) => {
    expect(fromMedusa(amount)).toBe(exact)
  }
)

describe("the amount due at the gateway", () => {
  it.each([
    ["12.50", "12.50"],
    ["0.01", "0.01"],
    ["0.005", "0.01"],
    // A cart in dinars has three decimals.
    ["10.004", "10.00"],
    ["10.005", "10.01"],
    ["69999999999999.99", "69999999999999.99"],
  ])("for %s is %s", (cartAmount, due) => {
    expect(dueFor(cartAmount, { kind: "par" })).toBe(due)
  })

  it.each(["0", "0.00", "0.004", "-0.01", "-12.50"])(
    "for %s is rejected as too small",
    (cartAmount) => {
      expect(() => dueFor(cartAmount, { kind: "par" })).toThrow(
        expect.objectContaining({
          type: "invalid_data",
          message: expect.stringMatching(`${cartAmount}.*at least 0\\.01`),
        })
      )
    }
  )

  it.each([
    "89999999999999.99",
    "9007199254740993",
    "1000000000000000000000000.01",
  ])("for %s is rejected as too large for a JSON number", (cartAmount) => {
    expect(() => dueFor(cartAmount, { kind: "par" })).toThrow(
      expect.objectContaining({
        type: "invalid_data",
        message: expect.stringContaining("too large"),
      })
    )
  })
})
