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

const paid = { status: "completed", covered_by_others: "12.50" } as const

it.each<[Partial<AmountDue>, NotPayable | null]>([
  [{ status: "not_paid" }, null],
  [{ amount: "0" }, null],
  [{ order: standing }, null],
  [{ order: standing, has_cart: false, status: "not_paid" }, null],
  [{ has_cart: false }, null],
  // Medusa refunds a cart that it can't complete and starts again at once.
  [{ status: "completed" }, null],
  [{ status: "completed", order: standing }, "paid"],
  [{ ...paid, covered_by_others: "12.5", order: standing }, "paid"],
  [paid, "paid"],
  [{ ...paid, status: "authorized" }, "paid"],
  [{ covered_by_others: "25" }, "paid"],
  // Less than half a cent is left.
  [{ amount: "12.504", covered_by_others: "12.50" }, "paid"],
  [{ is_being_placed: true }, "being_placed"],
  [{ covered_by_others: "0.01" }, null],
  [{ amount: "22.50", covered_by_others: "12.50" }, null],
  // It grew and shrank again, with its order.
  [
    {
      amount: "32.50",
      covered_by_others: "12.50",
      order: standing,
      order_due: { total: "22.50", covered_by_others: "12.50" },
    },
    null,
  ],
  // A paid order left it behind when it was edited down.
  [
    {
      amount: "10.00",
      order: standing,
      order_due: { total: "12.50", covered_by_others: "22.50" },
    },
    "paid",
  ],
  [{ status: "canceled" }, "cancelled"],
  [{ status: "canceled", order: standing }, "cancelled"],
  [{ order: cancelled }, "order_cancelled"],
  [{ ...paid, order: cancelled }, "order_cancelled"],
])(
  "the amount due of a collection of 12.50: %j is rejected as %s",
  (...row) => {
    const [changes, why] = row
    expect(whyNotPayable(amountDueOf(changes))).toBe(why)
  }
)

it.each<[string, Partial<AmountDue>, "pay_first" | "order_first"]>([
  ["a cart", {}, "pay_first"],
  ["an order that waits for it", { order: standing }, "order_first"],
  ["an additional amount", { order: standing, has_cart: false }, "pay_first"],
  [
    "a paid order",
    { order: standing, covered_by_others: "12.50" },
    "pay_first",
  ],
  ["a cancelled order", { order: cancelled }, "pay_first"],
])(
  "the checkout flow of a payment of %s is as it was, or as the merchant chose",
  (...row) => {
    const [, changes, flow] = row
    expect(checkoutFlowFor(amountDueOf(changes), "pay_first")).toBe(flow)
    expect(checkoutFlowFor(amountDueOf(changes), "order_first")).toBe(
      "order_first"
    )
  }
)
