import {
  type AuthorizationInput,
  type NotAuthorized,
  type Payment,
  whyNotAuthorized,
} from "../index"
import { payment } from "./samples"

const sum = { amount: "12.50", currency: "usd" }
const unpaid = { ...sum, covered_by_others: "0", order_due: null }
const session = { ...sum, collection: unpaid }
const input: AuthorizationInput = {
  session,
  has_order: false,
  current_account: null,
  has_manual_order: false,
  is_resolved: false,
}
const collectionOf = (amount: string, covered_by_others = "0") => ({
  session: { ...sum, collection: { ...unpaid, amount, covered_by_others } },
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
    "of another amount than its session",
    {},
    { session: { ...session, amount: "13.00" } },
    "session_differs",
  ],
  ["of a cart that costs more now", {}, collectionOf("102.50"), "cart_differs"],
  ["of a cart that costs less now", {}, collectionOf("5.00"), "cart_differs"],
  [
    "whose order goes first, of a cart that costs more now",
    waits,
    { ...collectionOf("102.50"), has_order: true },
    "cart_differs",
  ],
  [
    "of an order that was edited after it was placed",
    {},
    { ...collectionOf("25.00"), has_order: true },
    null,
  ],
  ["of the rest of a cart", {}, collectionOf("22.50", "10.00"), null],
  [
    "of a cart that another payment paid",
    {},
    collectionOf("12.50", "12.50"),
    "covered",
  ],
  [
    "of a cart that the merchant has created an order of",
    {},
    { has_manual_order: true },
    "covered",
  ],
  [
    "of an order, of whose cart the merchant has created another one",
    {},
    { has_manual_order: true, has_order: true },
    null,
  ],
  [
    "of a cart whose order is being placed at another total",
    {},
    {
      session: {
        ...session,
        collection: {
          ...unpaid,
          amount: "102.50",
          order_due: { total: "12.50", covered_by_others: "0" },
        },
      },
    },
    "cart_differs",
  ],
  [
    "of an order with nothing due, and whose collection asks for money",
    {},
    {
      session: {
        ...session,
        collection: {
          ...unpaid,
          order_due: { total: "20.00", covered_by_others: "20.00" },
        },
      },
      has_order: true,
    },
    "covered",
  ],
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
