import {
  type AmountDue,
  amountDue,
  checkoutFlowFor,
  differenceOf,
  excessOf,
  isCovered,
  isJustDue,
  isSameSum,
  type NotPayable,
  whyNotPayable,
} from "../index"
import { captured, open, orderDue } from "./settlement-samples"

const collection = (amount: string, covered_by_others: string) => ({
  amount,
  covered_by_others,
  currency: "usd",
  order_due: null,
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
  ["less than its collection asks for", "22.50", "12.50", "10.00"],
  ["more than its collection asks for", "52.50", "12.50", "20.00"],
  ["nothing, being paid", "12.50", "12.50", "0.00"],
  ["nothing, being paid too much", "12.50", "32.50", "0.00"],
  ["nothing, being free", "0", "0", "0.00"],
])(
  "the rest of a collection whose order asks for %s",
  (_, total, covered_by_others, due) => {
    const edited = {
      ...collection("32.50", "12.50"),
      order_due: { total, covered_by_others },
    }
    expect(amountDue(edited)).toBe(due)
    expect(isCovered(edited)).toBe(due === "0.00")
  }
)

it.each([
  ["0.004", null, false],
  ["-1", null, false],
  ["0", null, false],
  ["0.004", { total: "25.00", covered_by_others: "12.50" }, false],
  ["0.004", { total: "12.50", covered_by_others: "12.50" }, true],
])(
  "a collection that asks for %s is paid only if its order is: %j",
  (amount, order_due, expected) => {
    expect(isCovered({ amount, covered_by_others: "0", order_due })).toBe(
      expected
    )
  }
)

it.each([
  ["an order", orderDue("22.50", "32.50"), "10.00"],
  ["a paid order", orderDue("32.50", "32.50"), null],
  ["an order with a rest", orderDue("42.50", "32.50"), null],
  ["an order, of a third of a cent", orderDue("32.497", "32.50"), null],
  ["an order that is free", orderDue("0", "32.50"), "32.50"],
  ["a collection without an order", null, "20.00"],
])("what was taken beyond %s", (_, order_due, excess) => {
  const taken = { ...open("12.50"), held: "32.50", order_due }
  const own = { ...captured, held: "32.50" }
  expect(excessOf({ collection: taken, payment: own })).toBe(excess)
  expect(excessOf({ collection: taken, payment: null })).toBeNull()
  expect(excessOf({ collection: null, payment: own })).toBeNull()
})

it.each([
  ["22.50", [null, "10.00"]],
  ["12.50", [null, "20.00"]],
  ["2.50", ["10.00", "20.00"]],
  ["12.497", [null, "20.00"]],
  ["0", ["12.50", "20.00"]],
])(
  "of the excess of an order of %s, 12.50 and then 20.00 answer for %j",
  (total, parts) => {
    const partOf = (held: string, held_later: string) => {
      const order_due = { ...orderDue(total, "32.50"), held_later }
      const collection = { ...open("32.50"), order_due }
      return excessOf({ collection, payment: { ...captured, held } })
    }
    expect([partOf("12.50", "20.00"), partOf("20.00", "0")]).toEqual(parts)
  }
)

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
