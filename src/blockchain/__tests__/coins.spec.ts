import { AmountError } from "../../ledger/money"
import { fromBaseUnits, toBaseUnits } from "../coins"

it.each([
  ["10.50", 6, 10_500_000n],
  ["10.5", 18, 10_500_000_000_000_000_000n],
  ["0.01", 6, 10_000n],
  ["3", 6, 3_000_000n],
  ["0.000001", 6, 1n],
  ["12", 0, 12n],
  ["12.00", 0, 12n],
])("%s with %i decimals is %i base units", (amount, decimals, units) => {
  expect(toBaseUnits(amount, decimals)).toBe(units)
})

it.each([
  ["0.0000001", 6],
  ["-1", 6],
  ["ten", 6],
  ["12.5", 0],
])("%s is no amount of a coin with %i decimals", (amount, decimals) => {
  expect(() => toBaseUnits(amount, decimals)).toThrow(AmountError)
})

it.each([
  [10_500_000n, 6, "10.50"],
  [1n, 6, "0.000001"],
  [10_500_000_000_000_000_000n, 18, "10.50"],
  [0n, 6, "0.00"],
  [12n, 0, "12.00"],
  [0n, 0, "0.00"],
  [1n, 36, `0.${"0".repeat(35)}1`],
  [10n ** 40n, 2, `1${"0".repeat(38)}.00`],
])("%i base units of %i decimals are %s", (units, decimals, amount) => {
  expect(fromBaseUnits(units, decimals)).toBe(amount)
})
