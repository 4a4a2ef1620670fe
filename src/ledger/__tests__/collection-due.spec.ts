import { amountDue, differenceOf, isJustDue, isSameSum } from "../index"

const collection = (amount: string, covered_by_others: string) => ({
  amount,
  covered_by_others,
  currency: "usd",
})

it.each([
  ["25.00", "0", "25.00"],
  ["25.00", "12.50", "12.50"],
  ["25.00", "25", "0.00"],
  ["25.00", "30", "0.00"],
  ["10", "3.3333333333333333333", "6.6666666666666666667"],
])("of %s, of which %s is covered, %s is due", (amount, covered, due) => {
  expect(amountDue(collection(amount, covered))).toBe(due)
})

it.each([
  ["12.50", "usd", true],
  ["12.5", "usd", true],
  ["12.50", "eur", false],
  ["25.00", "usd", false],
  ["12.49", "usd", false],
])(
  "%s %s are exactly due of 25.00 usd less 12.50: %s",
  (amount, currency, is) => {
    expect(isJustDue({ amount, currency }, collection("25.00", "12.50"))).toBe(
      is
    )
  }
)

it.each([
  ["3.3333333333333333333", "3.3333333333333335", true],
  ["12.50", "12.5", true],
  ["12.50", "12.51", false],
  ["12.50", "12.500000000000002", false],
  ["90071992547409.91", "90071992547409.92", false],
])("Medusa's %s and %s are the same number: %s", (a, b, is) => {
  expect(isSameSum(a, b)).toBe(is)
})

it.each([
  ["25.00", "12.50", "12.50"],
  ["12.50", "25", "-12.50"],
  ["10.005", "0.5", "9.505"],
  ["0.1", "0.3", "-0.20"],
  ["1e3", "1", "999.00"],
])("%s less %s is %s", (a, b, difference) => {
  expect(differenceOf(a, b)).toBe(difference)
})
