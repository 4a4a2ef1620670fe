import { type NotAuthorized, whyNotAuthorized } from "../index"
import { situated } from "./step-in"

it.each<[string, NotAuthorized | null]>([
  ["paid", null],
  ["pending", "not_paid"],
  ["pending, order first", null],
  ["cancelled", "not_paid"],
  ["paid, session gone", "session_differs"],
  ["paid, session of 13.00", "session_differs"],
  ["paid, cart of 25.00", "cart_differs"],
  ["paid, cart of 5.00", "cart_differs"],
  ["pending, order first, ordered, cart of 25.00", "cart_differs"],
  // The order was edited after it was placed.
  ["paid, ordered, cart of 25.00", null],
  ["paid, other paid 10.00 of 22.50", null],
  ["paid, other paid all", "covered"],
  // The merchant keeps money for an order created manually.
  ["paid, ordered manually", "covered"],
  ["paid, ordered manually, ordered", null],
  ["paid, order of less is being placed", "cart_differs"],
  ["paid, ordered, order due nothing", "covered"],
  ["paid, in test mode, store is live", "test_money"],
])("a payment is authorized: %s: %s", (situations, why) => {
  const { payment, medusa } = situated(situations)
  expect(whyNotAuthorized(payment, medusa, false)).toBe(why)
})

it("a payment whose money the merchant has sent back is not authorized", () => {
  const { payment, medusa } = situated("paid")
  expect(whyNotAuthorized(payment, medusa, true)).toBe("resolved")
})
