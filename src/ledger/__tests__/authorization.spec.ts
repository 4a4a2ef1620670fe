import {
  type MedusaState,
  type NotAuthorized,
  type OrderDue,
  type Payment,
  whyNotAuthorized,
} from "../index"
import { medusaState, payment } from "./samples"

const { session, collection: unpaid } = medusaState({ current_account: null })
const collectionOf = (amount: string, covered_by_others = "0") => ({
  collection: { ...unpaid!, amount, covered_by_others },
})
const orderDue = (
  amount: string,
  total: string,
  covered_by_others: string
) => ({
  collection: {
    ...unpaid!,
    amount,
    order_due: { total, covered_by_others } as OrderDue,
  },
})
const placed = { order: { id: "order_1", canceled: false, standing: true } }
const manual = { manual_order: { id: "order_2", has_money: false } }
const waits = { status: "pending", checkout_flow: "order_first" } as const

it.each<[string, Partial<Payment>, Partial<MedusaState>, NotAuthorized | null]>(
  [
    ["that is paid", {}, {}, null],
    ["that is not paid", { status: "pending" }, {}, "not_paid"],
    ["whose order goes first", waits, {}, null],
    ["that was cancelled", { status: "cancelled" }, {}, "not_paid"],
    ["without its session", {}, { session: null }, "session_differs"],
    [
      "of another amount than its session",
      {},
      { session: { ...session!, amount: "13.00" } },
      "session_differs",
    ],
    [
      "of a cart that costs more now",
      {},
      collectionOf("102.50"),
      "cart_differs",
    ],
    ["of a cart that costs less now", {}, collectionOf("5.00"), "cart_differs"],
    [
      "whose order goes first, of a cart that costs more now",
      waits,
      { ...collectionOf("102.50"), ...placed },
      "cart_differs",
    ],
    [
      "of an order that was edited after it was placed",
      {},
      { ...collectionOf("25.00"), ...placed },
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
      manual,
      "covered",
    ],
    [
      "of an order, of whose cart the merchant has created another one",
      {},
      { ...manual, ...placed },
      null,
    ],
    [
      "of a cart whose order is being placed at another total",
      {},
      orderDue("102.50", "12.50", "0"),
      "cart_differs",
    ],
    [
      "of an order with nothing due, and whose collection asks for money",
      {},
      { ...orderDue("12.50", "20.00", "20.00"), ...placed },
      "covered",
    ],
    [
      "of test money in a live store",
      { mode: "test" },
      { current_account: { account: "live", mode: "live" } },
      "test_money",
    ],
  ]
)("a payment %s", (_, changes, medusa, why) => {
  const paid = payment({ status: "paid", ...changes })
  const state = medusaState({ current_account: null, ...medusa })
  expect(whyNotAuthorized(paid, state, false)).toBe(why)
})

it("a payment whose money the merchant has sent back is not authorized", () => {
  const paid = payment({ status: "paid" })
  expect(whyNotAuthorized(paid, medusaState(), true)).toBe("resolved")
})
