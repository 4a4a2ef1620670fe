import { causeOf } from "../kind-text"

it.each([
  ["Some variant does not have the required inventory", "stock"],
  ["The cart has no shipping method", "shipping"],
  ["no_endpoint", "no_endpoint"],
  ["Something else failed", "other"],
])("names the cause of %j", (message, cause) => {
  expect(causeOf(message)).toBe(cause)
})
