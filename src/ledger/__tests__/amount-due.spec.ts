import {
  type AmountDue,
  checkoutFlowFor,
  type NotPayable,
  whyNotPayable,
} from ".."

const standing = { canceled: false }
const cancelled = { canceled: true }

const askedOf = (changes: Partial<AmountDue>): AmountDue => ({
  amount: "12.50",
  status: "awaiting",
  covered: "0",
  has_cart: true,
  order: null,
  ...changes,
})

describe("what a collection asks for", () => {
  it.each<[string, Partial<AmountDue>, NotPayable | null]>([
    ["of an open cart", { status: "not_paid" }, null],
    ["of an order that stands unpaid", { order: standing }, null],
    [
      "on top of an order",
      { order: standing, has_cart: false, status: "not_paid" },
      null,
    ],
    ["of nobody's", { has_cart: false }, null],
    // Medusa refunds a cart that it can't complete and starts again at once.
    ["of a cart whose money went back", { status: "completed" }, null],
    [
      "of an order whose money went back",
      { status: "completed", order: standing },
      "paid",
    ],
    [
      "that is captured",
      { status: "completed", covered: "12.5", order: standing },
      "paid",
    ],
    [
      "that is captured, its order to come",
      { status: "completed", covered: "12.5" },
      "paid",
    ],
    ["that is authorized", { status: "authorized", covered: "12.50" }, "paid"],
    ["that is paid more than once", { covered: "25" }, "paid"],
    [
      "that is paid but for less than half a cent",
      { amount: "12.504", covered: "12.50" },
      "paid",
    ],
    ["that is paid in part: the rest", { covered: "0.01" }, null],
    [
      "that has grown since it was paid: the rest",
      { amount: "22.50", covered: "12.50" },
      null,
    ],
    ["and was given up", { status: "canceled" }, "cancelled"],
    [
      "and was given up, by a standing order",
      { status: "canceled", order: standing },
      "cancelled",
    ],
    ["by a cancelled order", { order: cancelled }, "order_cancelled"],
    [
      "by a cancelled order that was paid",
      { order: cancelled, status: "completed", covered: "12.50" },
      "order_cancelled",
    ],
    ["that is nothing", { amount: "0" }, null],
  ])("%s: %j is refused as %s", (_, changes, why) => {
    expect(whyNotPayable(askedOf(changes))).toBe(why)
  })
})

describe("the flow of a payment that is started now", () => {
  it.each<[string, Partial<AmountDue>, "pay_first" | "order_first"]>([
    ["of a cart is the merchant's choice", {}, "pay_first"],
    [
      "of an order that waits for it is what it was",
      { order: standing },
      "order_first",
    ],
    [
      "of what an order owes on top is the merchant's choice",
      { order: standing, has_cart: false },
      "pay_first",
    ],
    [
      "of a paid order is the merchant's choice",
      { order: standing, covered: "12.50" },
      "pay_first",
    ],
    [
      "of a cancelled order is the merchant's choice",
      { order: cancelled },
      "pay_first",
    ],
  ])("%s: %j", (_, changes, flow) => {
    expect(checkoutFlowFor(askedOf(changes), "pay_first")).toBe(flow)
    expect(checkoutFlowFor(askedOf(changes), "order_first")).toBe("order_first")
  })
})
