import {
  type AuthorizationInput,
  type NotAuthorized,
  type Payment,
  whyNotAuthorized,
} from "../index"
import { payment } from "./samples"

const sum = { amount: "12.50", currency: "usd" }
const input: AuthorizationInput = {
  session: sum,
  collection: { ...sum, covered_by_others: "0" },
  has_order: false,
  current_account: null,
  is_resolved: false,
}
const asks = (amount: string, covered_by_others = "0") => ({
  collection: { ...sum, amount, covered_by_others },
})
const waits = { status: "pending", checkout_flow: "order_first" } as const

it.each<
  [string, Partial<Payment>, Partial<AuthorizationInput>, NotAuthorized | null]
>([
  ["that is paid", {}, {}, null],
  ["that is not paid", { status: "pending" }, {}, "not_paid"],
  ["whose order goes first", waits, {}, null],
  ["that was cancelled", { status: "cancelled" }, {}, "not_paid"],
  ["without its session", {}, { session: null }, "session_differs"],
  [
    "of another sum than its session",
    {},
    { session: { ...sum, amount: "13.00" } },
    "session_differs",
  ],
  ["of a cart that costs more by now", {}, asks("102.50"), "cart_differs"],
  ["of a cart that costs less by now", {}, asks("5.00"), "cart_differs"],
  [
    "whose order goes first, of a cart that costs more by now",
    waits,
    { ...asks("102.50"), has_order: true },
    "cart_differs",
  ],
  [
    "of an order that stood and was edited",
    {},
    { ...asks("25.00"), has_order: true },
    null,
  ],
  ["of the rest of a cart", {}, asks("22.50", "10.00"), null],
  ["of a cart that another one paid", {}, asks("12.50", "12.50"), "covered"],
  [
    "of test money in a live store",
    { mode: "test" },
    { current_account: { account: "live", mode: "live" } },
    "test_money",
  ],
  [
    "whose money the merchant has sent back",
    {},
    { is_resolved: true },
    "resolved",
  ],
])("a payment %s", (_, changes, medusa, why) => {
  const paid = payment({ status: "paid", ...changes })
  expect(whyNotAuthorized(paid, { ...input, ...medusa })).toBe(why)
})
