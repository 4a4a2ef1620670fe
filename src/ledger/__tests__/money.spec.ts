import fc from "fast-check"
import {
  AmountError,
  fromMinorUnits,
  isMoreThan,
  isSameAmount,
  toAmount,
  toExactDecimal,
  toMinorUnits,
  toWireNumber,
} from "../money"

describe("a buyer is charged the amount of the cart, rounded half up once", () => {
  it.each<[string | number, string]>([
    ["10", "10.00"],
    ["10.5", "10.50"],
    [10.5, "10.50"],
    ["0010.50", "10.50"],
    ["0", "0.00"],
    ["0.004", "0.00"],
    ["0.005", "0.01"],
    ["0.00499999999999999999", "0.00"],
    ["10.004", "10.00"],
    ["10.005", "10.01"],
    ["10.0049", "10.00"],
    ["10.994999", "10.99"],
    ["10.995", "11.00"],
    ["99.999", "100.00"],
    // As doubles these are slightly below the half; as decimals they are not.
    [1.005, "1.01"],
    [8.345, "8.35"],
    ["-0.005", "-0.01"],
    ["-10.004", "-10.00"],
    ["1e2", "100.00"],
    ["1.5E+1", "15.00"],
    ["12345e-3", "12.35"],
    [1e-7, "0.00"],
    [1e21, "1000000000000000000000.00"],
    [" 7.1 ", "7.10"],
    ["123456789012345678901234567890.125", "123456789012345678901234567890.13"],
  ])("%p becomes %s", (value, amount) => {
    expect(toAmount(value)).toBe(amount)
  })

  it("does not round a rounded amount again", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        (units) => {
          const amount = fromMinorUnits(units)
          expect(toMinorUnits(amount)).toBe(units)
          expect(toAmount(amount)).toBe(amount)
        }
      )
    )
  })

  it("differs by at most half a hundredth", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.integer({ min: 0, max: 12 }),
        (digits, scale) => {
          // The decimal digits·10^-scale, in units of 10^-(scale+2).
          const exact = digits * 100n
          const rounded =
            toMinorUnits(`${digits}e-${scale}`) * 10n ** BigInt(scale)
          const off = (rounded - exact) * 2n
          const hundredth = 10n ** BigInt(scale)
          expect(off > -hundredth && off <= hundredth).toBe(true)
        }
      )
    )
  })
})

describe("an amount of the gateway is kept exact", () => {
  it.each<[string | number, string]>([
    ["10", "10.00"],
    ["10.0050", "10.005"],
    ["007.1", "7.10"],
    ["-0", "0.00"],
    ["-0.000", "0.00"],
    ["-1.25", "-1.25"],
    ["1e-8", "0.00000001"],
    [1e-7, "0.0000001"],
    ["12.5e3", "12500.00"],
    ["99999999999999999999.999999", "99999999999999999999.999999"],
  ])("%p is %s", (value, exact) => {
    expect(toExactDecimal(value)).toBe(exact)
  })

  it.each<[string | number, string | number, boolean]>([
    ["10", "10.00", true],
    [10, "10.000", true],
    ["1e1", "10.0", true],
    ["-0", "0", true],
    ["10.00", "10.001", false],
    ["10.00", "10.0000000001", false],
    ["10.005", "10.01", false],
    ["9007199254740993", "9007199254740992", false],
    ["-10", "10", false],
  ])("%p and %p are the same amount: %p", (a, b, same) => {
    expect(isSameAmount(a, b)).toBe(same)
  })
})

it.each<unknown>([
  "",
  " ",
  "abc",
  "1,5",
  "1.",
  ".5",
  "+1",
  "--1",
  "0x10",
  "1_000",
  "1e",
  "1e999",
  "1e-61",
  "٣",
  "9".repeat(121),
  "Infinity",
  NaN,
  Infinity,
  -Infinity,
  null,
  undefined,
  {},
  [],
  true,
])("rejects %p as an amount", (value) => {
  const amount = value as string
  expect(() => toMinorUnits(amount)).toThrow(AmountError)
  expect(() => toExactDecimal(amount)).toThrow(AmountError)
})

it.each<[bigint, string]>([
  [0n, "0.00"],
  [1n, "0.01"],
  [10n, "0.10"],
  [1050n, "10.50"],
  [-1n, "-0.01"],
  [-1050n, "-10.50"],
])("formats %p hundredths as %s", (units, amount) => {
  expect(fromMinorUnits(units)).toBe(amount)
})

it.each<[string, string]>([
  ["10.50", "10.5"],
  ["0.01", "0.01"],
  ["69999999999999.99", "69999999999999.99"],
])("sends %s as the JSON number %s", (amount, text) => {
  expect(JSON.stringify(toWireNumber(amount))).toBe(text)
})

it.each<[string, string, boolean]>([
  ["10.01", "10", true],
  ["10.001", "10.00", true],
  ["9", "10", false],
  ["10", "10.00", false],
  ["1e1", "9.99", true],
  ["-1", "0", false],
  ["0", "-0.01", true],
  ["-0.01", "-0.02", true],
])("%s is more than %s: %p, with nothing rounded", (a, b, more) => {
  expect(isMoreThan(a, b)).toBe(more)
})
