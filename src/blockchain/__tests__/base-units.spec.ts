import { AmountError } from "../../ledger/money"
import { fromBaseUnits, toBaseUnits } from "../base-units"

it.each([
  ["10.50", 6, 10_500_000n],
  ["10.5", 18, 10_500_000_000_000_000_000n],
  ["0.01", 6, 10_000n],
  ["3", 6, 3_000_000n],
  ["0.000001", 6, 1n],
])("%s with %i decimals is %i base units", (amount, decimals, units) => {
  expect(toBaseUnits(amount, decimals)).toBe(units)
})

it.each([
  ["0.0000001", 6],
  ["-1", 6],
  ["ten", 6],
])("%s is no amount of a coin with %i decimals", (amount, decimals) => {
  expect(() => toBaseUnits(amount, decimals)).toThrow(AmountError)
})

it.each([
  [10_500_000n, 6, "10.50"],
  [1n, 6, "0.000001"],
  [10_500_000_000_000_000_000n, 18, "10.50"],
  [0n, 6, "0.00"],
])("%i base units of %i decimals are %s", (units, decimals, amount) => {
  expect(fromBaseUnits(units, decimals)).toBe(amount)
})
