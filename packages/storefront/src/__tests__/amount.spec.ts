import { amountText } from "../react/labels.ts"

it.each([
  ["12.50", "en", "12.50"],
  ["12.50", "es", "12,50"],
  ["1250.00", "en-GB", "1,250.00"],
  ["0.100000", "en", "0.100000"],
  ["90071992547409931.01", "en", "90,071,992,547,409,931.01"],
])("writes %s in %s as %s", (amount, locale, text) => {
  expect(amountText(amount, locale)).toBe(text)
})
