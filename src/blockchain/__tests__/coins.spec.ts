import { fromBaseUnits } from "../coins"

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
