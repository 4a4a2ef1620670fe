import { nextStep } from "../index"
import { books, NOW, payment } from "./samples"
import {
  ago,
  ask,
  authorized,
  cancelledOrder,
  captured,
  type Case,
  expectStep,
  manual,
  open,
  order,
} from "./settling"

const PAID: Case[] = [
  ["is captured and ordered", {}, {}, "process"],
  ["authorized only: is captured", {}, { payment: authorized }, "process"],
  [
    "captured, without its order: the order is placed",
    {},
    { payment: captured },
    "process",
  ],
  [
    "captured and ordered: is done",
    {},
    { payment: captured, order },
    "nothing",
  ],
  [
    "captured, of a collection without a cart: is done",
    {},
    { payment: captured, cart_id: null },
    "nothing",
  ],
  [
    "with an order and no capture: is captured",
    {},
    { order, payment: authorized },
    "process",
  ],
  [
    "whose session is gone, while its collection still asks for just that sum",
    {},
    { session: null },
    "bind_session",
  ],
  [
    "whose session is gone, and the cart costs more now",
    {},
    { session: null, collection: open("25.00") },
    { kind: "session_gone" },
  ],
  [
    "whose session is gone, and the cart costs less than a cent more now",
    {},
    { session: null, collection: open("12.501") },
    { kind: "session_gone" },
  ],
  [
    "whose session is gone, and the cart is in another currency now",
    {},
    { session: null, collection: { ...open("12.50"), currency: "eur" } },
    { kind: "session_gone" },
  ],
  [
    "whose session is gone, of an order that still waits for just that sum",
    {},
    { session: null, order },
    "bind_session",
  ],
  [
    "whose session is gone, when another payment has paid for the cart",
    {},
    { session: null, collection: open("12.50", "12.50"), order },
    { kind: "already_covered" },
  ],
  [
    "authorized, whose session is gone",
    {},
    { session: null, payment: authorized },
    { kind: "session_gone" },
  ],
  [
    "whose collection is gone",
    {},
    { collection: null },
    { kind: "session_gone" },
  ],
  [
    "whose session asks for more",
    {},
    { session: { ...ask("pending"), amount: "13.00" } },
    { kind: "session_mismatch" },
  ],
  [
    "whose session asks for less than a cent more",
    {},
    { session: { ...ask("pending"), amount: "12.501" } },
    { kind: "session_mismatch" },
  ],
  [
    "whose session asks in another currency",
    {},
    { session: { ...ask("pending"), currency: "eur" } },
    { kind: "session_mismatch" },
  ],
  [
    "of an order that was cancelled before: goes back",
    {},
    { order: cancelledOrder },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "captured, of an order that was cancelled after: goes back",
    {},
    { order: cancelledOrder, payment: captured },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "whose payment was cancelled in Medusa",
    {},
    { payment: { captured: false, canceled: true } },
    { kind: "payment_cancelled" },
  ],
  [
    "captured and cancelled at once: the capture counts",
    {},
    { payment: { captured: true, canceled: true }, order },
    "nothing",
  ],
  [
    "captured and ordered, whose session Medusa deleted since: is done",
    {},
    { payment: captured, order, session: null },
    "nothing",
  ],
  [
    "captured, without its order and its session",
    {},
    { payment: captured, session: null },
    { kind: "session_gone" },
  ],
  [
    "whose cart another payment paid for",
    {},
    { collection: open("12.50", "12.50") },
    { kind: "already_covered" },
  ],
  [
    "whose cart another payment paid in part: is captured",
    {},
    { collection: open("12.50", "12.49") },
    "process",
  ],
  [
    "captured and ordered, when another payment has paid for it as well",
    {},
    { payment: captured, order, collection: open("12.50", "12.50") },
    { kind: "already_covered" },
  ],
  [
    "of a collection that asks for nothing",
    {},
    { payment: captured, order, collection: open("0") },
    "nothing",
  ],
  [
    "for an order that another payment paid for, refunded since",
    {},
    { order, collection: { ...open("12.50"), status: "completed" } },
    { kind: "already_covered" },
  ],
  [
    "late, for an order that another payment paid for, refunded since",
    {},
    {
      order,
      session: null,
      collection: { ...open("12.50"), status: "completed" },
    },
    { kind: "already_covered" },
  ],
  [
    "for a cart without an order, whose first money went back",
    {},
    { collection: { ...open("12.50"), status: "completed" } },
    "process",
  ],
  [
    "authorized, whose collection an edit of the order cancelled",
    manual,
    {
      payment: authorized,
      order,
      collection: { ...open("12.50"), status: "canceled" },
    },
    { kind: "payment_cancelled" },
  ],
  [
    "for a collection that an edit of the order cancelled",
    {},
    { order, collection: { ...open("12.50"), status: "canceled" } },
    { kind: "payment_cancelled" },
  ],
  [
    "captured, whose collection an edit of the order cancelled: is done",
    {},
    {
      payment: captured,
      order,
      collection: { ...open("12.50"), status: "canceled" },
    },
    "nothing",
  ],
  [
    "about which a person has answered: nothing is done behind their back",
    {},
    { answered: true },
    "nothing",
  ],
  [
    "about which a person has answered, of an order that is cancelled then: goes back",
    {},
    { answered: true, payment: captured, order: cancelledOrder },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "beside another session that waits: that one goes, or Medusa may complete the cart by it",
    {},
    { rivals: ["pending"] },
    "drop_rivals",
  ],
  [
    "beside a session that came to nothing",
    {},
    { rivals: ["canceled", "error"] },
    "process",
  ],
  [
    "of an order that stands already, beside another session that waits",
    {},
    { order, rivals: ["pending"] },
    "process",
  ],
  [
    "whose session had been cancelled",
    {},
    { session: ask("canceled") },
    "reopen_session",
  ],
  ["whose session had failed", {}, { session: ask("error") }, "reopen_session"],
  ["under manual capture: is authorized", manual, {}, "process"],
  [
    "under manual capture, authorized and ordered: is done",
    manual,
    { payment: authorized, order },
    "nothing",
  ],
  [
    "under manual capture, authorized without its order: the order is placed",
    manual,
    { payment: authorized },
    "process",
  ],
  [
    "under manual capture, captured by the merchant: is done",
    manual,
    { payment: captured, order },
    "nothing",
  ],
  [
    "under manual capture, of an order that was cancelled: goes back",
    manual,
    { payment: { captured: false, canceled: true }, order: cancelledOrder },
    { reason: "order order_1 was cancelled" },
  ],
  [
    "under manual capture, cancelled in Medusa while its order stands",
    manual,
    { payment: { captured: false, canceled: true }, order },
    { kind: "payment_cancelled" },
  ],
  [
    "all owed back: is done",
    {},
    { refunds_due: "12.50", session: null },
    "nothing",
  ],
  [
    "owed back but for a cent, session gone",
    {},
    { refunds_due: "12.49", session: null, payment: authorized },
    { kind: "session_gone" },
  ],
]

describe("a paid payment", () => {
  it.each(PAID)("%s", (_, changes, medusa, expected) => {
    const paid = payment({ status: "paid", ...changes })
    expectStep(nextStep(paid, books(medusa), NOW), expected)
  })

  it("waits while Medusa still stores its session, and not for ever", () => {
    const early = books({ session: { ...ask("pending"), started: false } })
    const paid = (ms: number) =>
      payment({ status: "paid", created_at: ago(ms) })
    expectStep(nextStep(paid(120_000), early, NOW), "process")
    expect(nextStep(paid(119_999), early, NOW)).toMatchObject({
      do: "retry_later",
    })
  })

  it("has each question asked once, in a sentence with the sum", () => {
    const paid = payment({ status: "paid" })
    const gone = books({ session: null, collection: null })
    const step = nextStep(paid, gone, NOW)
    expect(step).toMatchObject({
      exception: {
        key: "stpay_1:session_gone",
        message: expect.stringContaining(
          "You hold 12.50 USDT on POLYGON for customer cus_1, cart cart_1."
        ),
        details: { cart_id: "cart_1", order_id: null, customer_id: "cus_1" },
      },
    })
    expect(nextStep(paid, gone, NOW)).toEqual(step)
  })
})
