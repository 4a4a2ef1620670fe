import { nextStep, openedBy, type SettlementStep } from "../index"
import { medusaState, NOW, payment, uses } from "./samples"
import {
  ago,
  sessionIn,
  authorized,
  cancelledOrder,
  captured,
  type Case,
  expectStep,
  manual,
  open,
  orderDue,
  order,
  released,
  taken,
} from "./settlement-samples"

const PAID: Case[] = [
  ["is ordered before it is captured", {}, "complete_cart"],
  [
    "authorized, without its order: the order is placed before the capture",
    { payment: authorized },
    "complete_cart",
  ],
  ["without a cart: is captured", { cart_id: null, order: null }, "process"],
  [
    "captured, without its order: the order is placed",
    { payment: captured },
    "process",
  ],
  ["captured and ordered: is done", { payment: captured, order }, "nothing"],
  [
    "captured by a process that died before it recorded that: is recorded",
    { payment: captured, order, unrecorded_capture: "lost" },
    "capture",
  ],
  [
    "whose capture a dead process left, and whose collection an edit cancelled: is recorded",
    {
      payment: authorized,
      order,
      collection: { ...open("12.50"), status: "canceled" },
      unrecorded_capture: "lost",
    },
    "capture",
  ],
  [
    "whose capture is being recorded by another process: is settled later",
    { payment: captured, order, unrecorded_capture: "recent" },
    "retry_later",
  ],
  [
    "captured, of a collection without a cart: is done",
    { payment: captured, cart_id: null },
    "nothing",
  ],
  [
    "with an order and no capture: is captured",
    { order, payment: authorized },
    "capture",
  ],
  [
    "whose session is gone, while its amount is still due",
    { session: null },
    "bind_session",
  ],
  [
    "whose session is gone, and the cart costs more now",
    { session: null, collection: open("25.00") },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "whose session is gone, and the cart costs less than a cent more now",
    { session: null, collection: open("12.501") },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "whose session is gone, and the cart is in another currency now",
    { session: null, collection: { ...open("12.50"), currency: "eur" } },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "whose session is gone, of an order with the same amount due",
    { session: null, order },
    "bind_session",
  ],
  [
    "sent back, of an order that was drafted for it and converted",
    { money: uses({ refund: "12.50" }), unpaid_drafted: { id: "order_9" } },
    { kind: "order_without_money" },
  ],
  [
    "of a cart that the merchant has created an order of, which has no money",
    { manual_order: { id: "order_9", has_money: false } },
    {
      kind: "cart_changed",
      reason: "drafted",
      details: { order_id: "order_9" },
    },
  ],
  [
    "of a cart that the merchant has created an order of, which has money",
    { manual_order: { id: "order_9", has_money: true } },
    { kind: "already_covered", details: { cause: "manual_order" } },
  ],
  [
    "of a cart that has a draft order, and that another payment has paid for",
    {
      manual_order: { id: "order_9", has_money: false },
      collection: open("12.50", "12.50"),
    },
    { kind: "already_covered", details: { cause: "other_payment" } },
  ],
  [
    "whose session is gone, when another payment has paid for the cart",
    { session: null, collection: open("12.50", "12.50"), order },
    { kind: "already_covered", details: { cause: "other_payment" } },
  ],
  [
    "authorized, whose session is gone: gets another one",
    { session: null, payment: authorized },
    "release_payment",
  ],
  [
    "released, whose session is gone: gets another one",
    { session: null, payment: released },
    "bind_session",
  ],
  [
    "authorized, whose session is gone, and the cart costs more now",
    { session: null, payment: authorized, collection: open("25.00") },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "authorized, of a cart without an order, and sent back: is released",
    { money: uses({ refund: "12.50" }), payment: authorized },
    "release_payment",
  ],
  [
    "released and sent back, whose cart could still be completed",
    {
      money: uses({ refund: "12.50" }),
      payment: released,
      session: sessionIn("authorized"),
    },
    { status: "canceled" },
  ],
  [
    "authorized, of a cart without an order, and kept for another order: is released",
    { money: uses({ kept: "12.50" }), payment: authorized },
    "release_payment",
  ],
  [
    "authorized, with an order, and sent back: must not seem to pay for it",
    { money: uses({ refund: "12.50" }), payment: authorized, order },
    "release_payment",
  ],
  [
    "authorized, with an order that may be removed, and sent back",
    {
      money: uses({ refund: "12.50" }),
      payment: authorized,
      order: { ...order, standing: false },
    },
    "confirm_order",
  ],
  [
    "released, with an order, and sent back: the order has no money any more",
    { money: uses({ refund: "12.50" }), payment: released, order },
    { kind: "order_without_money" },
  ],
  [
    "released and sent back, whose order another payment has paid for",
    {
      money: uses({ refund: "12.50" }),
      payment: released,
      order,
      collection: open("12.50", "12.50"),
    },
    "nothing",
  ],
  [
    "released and sent back, whose order another payment has paid for before it was edited up",
    {
      money: uses({ refund: "12.50" }),
      payment: released,
      order,
      collection: open("22.50", "12.50"),
    },
    "nothing",
  ],
  [
    "authorized, with an order, and kept for another one: is released",
    { money: uses({ kept: "12.50" }), payment: authorized, order },
    "release_payment",
  ],
  [
    "captured without an allocation of its deposit: that is written",
    { money: uses({}), payment: captured, order },
    "note_capture",
  ],
  [
    "captured, with a rest that nothing names: the merchant decides",
    {
      money: { ...uses({ capture: "12.50" }), unallocated: "1.25" },
      payment: captured,
      order,
    },
    { kind: "not_settled" },
  ],
  [
    "authorized, with an order, whose session is gone: is captured",
    { session: null, payment: authorized, order },
    "capture",
  ],
  [
    "authorized, with an order that may be removed, whose session is gone",
    {
      session: null,
      payment: authorized,
      order: { ...order, standing: false },
    },
    "confirm_order",
  ],
  [
    "whose collection is gone",
    { collection: null },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "whose session has a higher amount",
    { session: { ...sessionIn("pending"), amount: "13.00" } },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "whose session has an amount higher by less than a cent",
    { session: { ...sessionIn("pending"), amount: "12.501" } },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "whose session has another currency",
    { session: { ...sessionIn("pending"), currency: "eur" } },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "of an order that was cancelled before: is refunded",
    { order: cancelledOrder },
    "refund_remainder",
  ],
  [
    "captured, of an order that was cancelled after: is refunded",
    { order: cancelledOrder, payment: captured },
    "refund_capture",
  ],
  [
    "whose payment was cancelled in Medusa",
    { payment: released },
    { kind: "cart_changed", reason: "cancelled" },
  ],
  [
    "captured and cancelled at once: the capture counts",
    { payment: { ...captured, canceled: true }, order },
    "nothing",
  ],
  [
    "captured and ordered, whose session Medusa deleted since: is done",
    { payment: captured, order, session: null },
    "nothing",
  ],
  [
    "captured, without its order and its session",
    { payment: captured, session: null },
    { kind: "cart_changed", reason: "gone" },
  ],
  [
    "whose cart another payment paid for",
    { collection: open("12.50", "12.50") },
    { kind: "already_covered" },
  ],
  [
    "whose cart another payment paid in part, so that only the rest is due",
    { collection: open("12.50", "12.49") },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "for the rest of a cart that another payment paid in part: is captured",
    { collection: open("22.50", "10.00") },
    "complete_cart",
  ],
  [
    "for the rest of an order, whose session is gone",
    { order, session: null, collection: open("22.50", "10.00") },
    "bind_session",
  ],
  [
    "whose cart costs more now, while its session survived",
    { collection: open("102.50") },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "whose cart costs less now, while its session survived",
    { collection: open("5.00") },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "whose cart is in another currency now, while its session survived",
    { collection: { ...open("12.50"), currency: "eur" } },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "captured without its order, whose cart costs more now",
    { payment: captured, collection: taken("102.50", "12.50") },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "in thirds of a cent, which Medusa writes in two ways",
    {
      ledger: { cart_amount: "3.3333333333333335", amount: "3.33" },
      session: { ...sessionIn("pending"), amount: "3.3333333333333335" },
      collection: open("3.3333333333333333333"),
    },
    "complete_cart",
  ],
  [
    "late, in thirds of a cent",
    {
      ledger: { cart_amount: "3.3333333333333335", amount: "3.33" },
      session: null,
      collection: open("3.3333333333333333333"),
    },
    "bind_session",
  ],
  [
    "for an order that was edited to cost more: the received amount is captured",
    { order, collection: open("25.00") },
    "process",
  ],
  [
    "for an order that was just placed, while its cart costs more: waits",
    { order: { ...order, standing: false }, collection: open("25.00") },
    "retry_later",
  ],
  [
    "for an order that was edited to another currency",
    { order, collection: { ...open("12.50"), currency: "eur" } },
    { kind: "cart_changed", reason: "amount" },
  ],
  [
    "captured, for an order that was edited to cost more",
    { payment: captured, order, collection: taken("25.00", "12.50") },
    { kind: "amount_due_changed" },
  ],
  [
    "captured, for an order that was edited to cost less",
    { payment: captured, order, collection: taken("5.00", "12.50") },
    { kind: "amount_due_changed" },
  ],
  [
    "authorized and ordered, of which a part was sent back: the rest is on the list",
    {
      ledger: { capture: "manual" },
      payment: authorized,
      order,
      money: {
        capture: "0.00",
        refund: "5.00",
        kept: "0.00",
        unallocated: "7.50",
      },
    },
    { kind: "not_settled" },
  ],
  [
    "captured, for an order that Medusa has reserved no stock for",
    { payment: captured, order, lacks_stock: true },
    { kind: "order_incomplete" },
  ],
  [
    "captured, for an order without a cart, whose stock the merchant reserves",
    { payment: captured, order, cart_id: null, lacks_stock: true },
    "nothing",
  ],
  [
    "captured, for an order that another payment paid the rest of",
    { payment: captured, order, collection: taken("25.00", "25.00") },
    "nothing",
  ],
  [
    "captured and refunded in part: the refunded part is not due",
    {
      payment: captured,
      order,
      collection: taken("12.50", "10.00", "10.00"),
    },
    "nothing",
  ],
  [
    "captured, after earlier money that was refunded",
    {
      payment: captured,
      order,
      collection: taken("12.50", "12.50"),
    },
    "nothing",
  ],
  [
    "captured and refunded, which its order has not recorded",
    {
      payment: captured,
      order,
      collection: {
        ...taken("12.50", "0"),
        order_due: { ...orderDue("12.50", "0"), taken: "12.50" },
      },
    },
    "nothing",
  ],
  [
    "captured without an order and refunded in part: the refunded part is not due",
    {
      ledger: { cart_id: null },
      cart_id: null,
      payment: captured,
      collection: { ...taken("12.50", "10.00"), order_due: null },
    },
    "nothing",
  ],
  [
    "captured, for an order whose other collection asks for the rest",
    {
      payment: captured,
      order,
      collection: taken("12.50", "12.50", "22.50"),
    },
    "nothing",
  ],
  [
    "captured, for an order that was paid and edited to cost less",
    {
      payment: captured,
      order,
      collection: taken("12.50", "12.50", "10.00"),
    },
    { kind: "amount_due_changed" },
  ],
  [
    "captured, whose collection asks for more than its order",
    {
      payment: captured,
      order,
      collection: taken("32.50", "12.50", "12.50"),
    },
    "nothing",
  ],
  [
    "for an order with nothing due, and whose collection asks for money",
    {
      order,
      collection: {
        ...open("32.50", "12.50"),
        order_due: orderDue("12.50", "12.50", "12.50"),
      },
    },
    { kind: "already_covered" },
  ],
  [
    "for an order with a part of it due",
    {
      order,
      collection: {
        ...open("12.50"),
        order_due: orderDue("22.50", "20.00", "20.00"),
      },
    },
    "process",
  ],
  [
    "in test mode, in a store that takes live payments now",
    {
      ledger: { mode: "test" },
      current_account: { account: "other", mode: "live" },
    },
    { kind: "test_money" },
  ],
  [
    "in test mode, whose account went live",
    {
      ledger: { mode: "test" },
      current_account: { account: payment().account, mode: "live" },
    },
    { kind: "test_money" },
  ],
  [
    "in test mode, in a store of another account of an unknown mode",
    {
      ledger: { mode: "test" },
      current_account: { account: "other", mode: null },
    },
    { kind: "test_money" },
  ],
  [
    "in test mode, whose account has named no mode since",
    {
      ledger: { mode: "test" },
      current_account: { account: payment().account, mode: null },
    },
    "complete_cart",
  ],
  [
    "in test mode, late, in a store that takes live payments now",
    {
      ledger: { mode: "test" },
      session: null,
      current_account: { account: "other", mode: "live" },
    },
    { kind: "test_money" },
  ],
  [
    "in test mode, whose order was cancelled in a store that is live by now",
    {
      ledger: { mode: "test" },
      order: cancelledOrder,
      current_account: { account: "other", mode: "live" },
    },
    { kind: "test_money" },
  ],
  [
    "in test mode, captured before the store went live, and cancelled after",
    {
      ledger: { mode: "test" },
      order: cancelledOrder,
      payment: captured,
      current_account: { account: "other", mode: "live" },
    },
    "refund_capture",
  ],
  [
    "in live mode, in a store that tests again",
    {
      ledger: { mode: "live" },
      current_account: { account: "other", mode: "test" },
    },
    "complete_cart",
  ],
  [
    "in test mode, captured before the store went live: is done",
    {
      ledger: { mode: "test" },
      payment: captured,
      order,
      current_account: { account: "other", mode: "live" },
    },
    "nothing",
  ],
  [
    "captured and ordered, when another payment has paid for it as well",
    {
      payment: captured,
      order,
      collection: { ...open("12.50", "12.50"), held: "25.00" },
    },
    { kind: "amount_due_changed" },
  ],
  [
    "of a collection with no amount due",
    { payment: captured, order, collection: taken("0", "12.50") },
    { kind: "amount_due_changed" },
  ],
  [
    "for an order that another payment paid for, refunded since",
    { order, collection: { ...open("12.50"), status: "completed" } },
    { kind: "already_covered" },
  ],
  [
    "late, for an order that another payment paid for, refunded since",
    {
      order,
      session: null,
      collection: { ...open("12.50"), status: "completed" },
    },
    { kind: "already_covered" },
  ],
  [
    "for a cart without an order, whose first payment was refunded",
    { collection: { ...open("12.50"), status: "completed" } },
    "complete_cart",
  ],
  [
    "authorized, whose collection an edit of the order cancelled",
    {
      ledger: manual,
      payment: authorized,
      order,
      collection: { ...open("12.50"), status: "canceled" },
    },
    { kind: "cart_changed", reason: "cancelled" },
  ],
  [
    "for a collection that an edit of the order cancelled",
    { order, collection: { ...open("12.50"), status: "canceled" } },
    { kind: "cart_changed", reason: "cancelled" },
  ],
  [
    "captured, whose collection an edit of the order cancelled: is done",
    {
      payment: captured,
      order,
      collection: { ...taken("25.00", "12.50"), status: "canceled" },
    },
    "nothing",
  ],
  [
    "kept for an order that was placed manually: no step follows",
    { money: uses({ kept: "12.50" }) },
    "nothing",
  ],
  [
    "refunded in part by the merchant: the rest is not captured",
    { money: uses({ refund: "5.00" }), has_open_exception: true },
    "nothing",
  ],
  [
    "refunded in part, and no exception is about the rest",
    { money: uses({ refund: "5.00" }) },
    { kind: "not_settled" },
  ],
  [
    "kept for another order, of an order that is cancelled later: nothing is refunded",
    { money: uses({ kept: "12.50" }), order: cancelledOrder },
    "nothing",
  ],
  [
    "refunded in part by the merchant, of an order that is cancelled later: the rest is refunded",
    { money: uses({ refund: "5.00" }), order: cancelledOrder },
    "refund_remainder",
  ],
  [
    "captured for an order that is cancelled, and not refunded in Medusa: is refunded there",
    { payment: captured, order: cancelledOrder },
    "refund_capture",
  ],
  [
    "captured for an order that is cancelled, and refunded in Medusa: the refund due follows from that",
    { payment: { ...captured, held: "0.00" }, order: cancelledOrder },
    "nothing",
  ],
  [
    "captured in part for an order that is cancelled, and not refunded in Medusa: that part is refunded there",
    {
      payment: { ...authorized, taken: "5.00" },
      money: uses({ capture: "12.50" }),
      order: cancelledOrder,
    },
    "refund_capture",
  ],
  [
    "captured in part for an order that is cancelled, and refunded in Medusa: the rest is refunded",
    {
      payment: authorized,
      money: uses({ capture: "7.50", refund: "5.00" }),
      order: cancelledOrder,
    },
    "refund_remainder",
  ],
  [
    "allocated to a capture that failed, of an order that is cancelled: is refunded",
    {
      payment: authorized,
      money: uses({ capture: "12.50" }),
      order: cancelledOrder,
    },
    "refund_remainder",
  ],
  [
    "with a competing session that waits: that one is deleted, or Medusa may complete the cart with it",
    { competing_sessions: ["pending"] },
    "drop_competing_sessions",
  ],
  [
    "with a competing session that ended unpaid",
    { competing_sessions: ["canceled", "error"] },
    "complete_cart",
  ],
  [
    "of an order that is placed already, with a competing session that waits",
    { order, competing_sessions: ["pending"] },
    "process",
  ],
  [
    "whose session had been cancelled",
    { session: sessionIn("canceled") },
    "reopen_session",
  ],
  [
    "whose session had failed",
    { session: sessionIn("error") },
    "reopen_session",
  ],
  [
    "whose cart is linked to an order that does not exist: is unlinked first",
    { lost_order_id: "order_removed" },
    "unlink_order",
  ],
  ["under manual capture: is ordered", { ledger: manual }, "complete_cart"],
  [
    "under manual capture, without a cart: is authorized",
    { ledger: manual, cart_id: null },
    "authorize",
  ],
  [
    "under manual capture, authorized and ordered: is done",
    { ledger: manual, payment: authorized, order },
    "nothing",
  ],
  [
    "under manual capture, authorized without its order: the order is placed",
    { ledger: manual, payment: authorized },
    "complete_cart",
  ],
  [
    "under manual capture, captured by the merchant: is done",
    { ledger: manual, payment: captured, order },
    "nothing",
  ],
  [
    "under manual capture, of an order that was cancelled: is refunded",
    { ledger: manual, payment: released, order: cancelledOrder },
    "refund_remainder",
  ],
  [
    "under manual capture, cancelled in Medusa while its order stands",
    { ledger: manual, payment: released, order },
    { kind: "cart_changed", reason: "cancelled" },
  ],
  [
    "with the whole amount due as a refund: is done",
    { money: uses({ refund: "12.50" }), session: null },
    "nothing",
  ],
  [
    "with a refund due of all but a cent, whose session is gone",
    { money: uses({ refund: "12.49" }), session: null, payment: authorized },
    "release_payment",
  ],
]

describe("a paid payment", () => {
  it.each(PAID)("%s", (_, { ledger, ...medusa }, expected) => {
    const paid = payment({ status: "paid", ...ledger })
    expectStep(nextStep(paid, medusaState(medusa), NOW), expected)
  })

  it("waits while Medusa still stores its session, but not permanently", () => {
    const early = medusaState({
      session: { ...sessionIn("pending"), started: false },
    })
    const paid = (ms: number) =>
      payment({ status: "paid", created_at: ago(ms) })
    expectStep(nextStep(paid(120_000), early, NOW), "complete_cart")
    expect(nextStep(paid(119_999), early, NOW)).toMatchObject({
      do: "retry_later",
    })
  })

  it("names both amounts when its cart has another one", () => {
    const medusa = medusaState({ collection: open("102.50") })
    expect(nextStep(payment({ status: "paid" }), medusa, NOW)).toMatchObject({
      exception: {
        details: { total: "102.50", total_currency: "usd" },
      },
    })
  })

  it.each([
    ["25.00", {}],
    ["5.00", { excess: "7.50" }],
  ])("names the sums of an order edited to %s", (total, excess) => {
    const medusa = medusaState({
      payment: captured,
      order,
      collection: taken(total, "12.50"),
    })
    expect(nextStep(payment({ status: "paid" }), medusa, NOW)).toMatchObject({
      exception: { details: { total, taken: "12.50", ...excess } },
    })
  })

  it("has an exception of its own for sums that come back after others", () => {
    const keyOf = (changed_in: number | null) => {
      const paid = taken("25.00", "12.50")
      const collection = {
        ...paid,
        order_due: { ...paid.order_due, changed_in },
      }
      const medusa = medusaState({ payment: captured, order, collection })
      const step = nextStep(payment({ status: "paid" }), medusa, NOW)
      return step.do === "open_exception" && step.exception.key
    }
    expect(keyOf(1)).toBe(keyOf(1))
    expect(keyOf(3)).not.toBe(keyOf(1))
    expect(keyOf(null)).toBe("stpay_1:amount_due_changed:25.00/12.50")
  })

  it("keeps its exception about an excess while another payment's part is refunded", () => {
    const openedAt = (held: string, held_later: string) => {
      const order_due = { ...orderDue("10.00", held), held_later }
      const collection = { ...open("32.50"), order_due }
      const medusa = medusaState({ payment: captured, order, collection })
      return nextStep(payment({ status: "paid" }), medusa, NOW)
    }
    const key = "stpay_1:amount_due_changed:10.00/+2.50"
    expect([openedAt("32.50", "20.00"), openedAt("12.50", "0")]).toMatchObject([
      {
        exception: {
          key,
          details: { excess: "2.50", taken: "32.50" },
        },
      },
      {
        exception: {
          key,
          details: { excess: "2.50", taken: "12.50" },
        },
      },
    ])
  })

  it("opens its exception again at once when a retry by the merchant fails", () => {
    const medusa = medusaState({
      payment: captured,
      is_retried: true,
    })
    expectStep(
      nextStep(payment({ status: "paid" }), medusa, NOW, ["process"]),
      { kind: "order_missing" }
    )
  })

  it("opens each exception once, and names the amount and its owner", () => {
    const paid = payment({ status: "paid" })
    const gone = medusaState({ session: null, collection: null })
    const step = nextStep(paid, gone, NOW)
    expect(step).toMatchObject({
      exception: {
        key: "stpay_1:cart_changed.gone",
        details: {
          amount: "12.50",
          currency: "USDT",
          chain: "POLYGON",
          cart_id: "cart_1",
          order_id: null,
          customer_id: "cus_1",
        },
      },
    })
    expect(nextStep(paid, gone, NOW)).toEqual(step)
  })

  it("opens one for each problem of a captured payment", () => {
    const paid = payment({ status: "paid" })
    const medusa = medusaState({
      payment: captured,
      order,
      lacks_stock: true,
      collection: taken("25.00", "12.50"),
    })
    const steps: SettlementStep[] = []
    for (let step; step?.do !== "nothing"; steps.push(step)) {
      const done = steps.map((each) => each.do)
      step = nextStep(paid, medusa, NOW, done, openedBy(steps))
    }
    expect(steps).toMatchObject([
      { exception: { kind: "amount_due_changed" } },
      { exception: { kind: "order_incomplete" } },
      { do: "nothing" },
    ])
  })
})
