import {
  type AmountDue,
  checkoutFlowFor,
  type NotPayable,
  whyNotPayable,
} from ".."

const standing = { canceled: false }
const cancelled = { canceled: true }

const amountDueOf = (changes: Partial<AmountDue>): AmountDue => ({
  amount: "12.50",
  status: "awaiting",
  covered_by_others: "0",
  order_due: null,
  is_being_placed: false,
  has_cart: true,
  order: null,
  ...changes,
})

describe("the amount due of a collection", () => {
  it.each<[string, Partial<AmountDue>, NotPayable | null]>([
    ["of an open cart", { status: "not_paid" }, null],
    ["of an order that stands unpaid", { order: standing }, null],
    [
      "on top of an order",
      { order: standing, has_cart: false, status: "not_paid" },
      null,
    ],
    ["without a cart or an order", { has_cart: false }, null],
    // Medusa refunds a cart that it can't complete and starts again at once.
    ["of a cart whose money went back", { status: "completed" }, null],
    [
      "of an order whose money went back",
      { status: "completed", order: standing },
      "paid",
    ],
    [
      "that is captured",
      { status: "completed", covered_by_others: "12.5", order: standing },
      "paid",
    ],
    [
      "that is captured before its order exists",
      { status: "completed", covered_by_others: "12.5" },
      "paid",
    ],
    [
      "that is authorized",
      { status: "authorized", covered_by_others: "12.50" },
      "paid",
    ],
    ["that is paid more than once", { covered_by_others: "25" }, "paid"],
    [
      "that is paid but for less than half a cent",
      { amount: "12.504", covered_by_others: "12.50" },
      "paid",
    ],
    [
      "that was received, before its order is placed",
      { is_being_placed: true },
      "being_placed",
    ],
    ["that is paid in part: the rest", { covered_by_others: "0.01" }, null],
    [
      "that has grown since it was paid: the rest",
      { amount: "22.50", covered_by_others: "12.50" },
      null,
    ],
    [
      "that grew and shrank again, with its order: the order's rest",
      {
        amount: "32.50",
        covered_by_others: "12.50",
        order: standing,
        order_due: { total: "22.50", covered_by_others: "12.50" },
      },
      null,
    ],
    [
      "that a paid order left behind when it was edited down",
      {
        amount: "10.00",
        order: standing,
        order_due: { total: "12.50", covered_by_others: "22.50" },
      },
      "paid",
    ],
    ["and was cancelled", { status: "canceled" }, "cancelled"],
    [
      "and was cancelled, with a standing order",
      { status: "canceled", order: standing },
      "cancelled",
    ],
    ["by a cancelled order", { order: cancelled }, "order_cancelled"],
    [
      "by a cancelled order that was paid",
      { order: cancelled, status: "completed", covered_by_others: "12.50" },
      "order_cancelled",
    ],
    ["that is zero", { amount: "0" }, null],
  ])("%s: %j is rejected as %s", (_, changes, why) => {
    expect(whyNotPayable(amountDueOf(changes))).toBe(why)
  })
})

describe("the checkout flow of a new payment", () => {
  it.each<[string, Partial<AmountDue>, "pay_first" | "order_first"]>([
    ["of a cart is the merchant's choice", {}, "pay_first"],
    [
      "of an order that waits for it is what it was",
      { order: standing },
      "order_first",
    ],
    [
      "of an additional amount due is the merchant's choice",
      { order: standing, has_cart: false },
      "pay_first",
    ],
    [
      "of a paid order is the merchant's choice",
      { order: standing, covered_by_others: "12.50" },
      "pay_first",
    ],
    [
      "of a cancelled order is the merchant's choice",
      { order: cancelled },
      "pay_first",
    ],
  ])("%s: %j", (_, changes, flow) => {
    expect(checkoutFlowFor(amountDueOf(changes), "pay_first")).toBe(flow)
    expect(checkoutFlowFor(amountDueOf(changes), "order_first")).toBe(
      "order_first"
    )
  })
})
