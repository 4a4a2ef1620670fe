import { nextStep, openedBy, type SettlementStep } from "../index"
import { medusaState, NOW, payment } from "./samples"
import { captured, open, order, orderDue, taken } from "./settlement-samples"
import { type Case, situated, stepIn, wordOf } from "./step-in"

const paid = { status: "paid" } as const

/** In which each state of a payment that is paid leads to one step. */
const PAID: Record<string, Case[]> = {
  "is captured after its order is placed": [
    ["", "complete_cart"],
    ["authorized", "complete_cart"],
    ["captured", "process"],
    ["captured, ordered", "nothing"],
    ["authorized, ordered", "capture"],
    ["no cart", "process"],
    ["captured, no cart", "nothing"],
    ["other paid 10.00 of 22.50", "complete_cart"],
    ["in thirds of a cent, session in thirds", "complete_cart"],
    // A collection whose first payment was refunded, and which has no order.
    ["collection completed", "complete_cart"],
    ["captured and cancelled, ordered", "nothing"],
    ["order lost", "unlink_order"],
    ["captured, ordered, stock lacking", "order_incomplete"],
    ["captured, no cart, ordered, stock lacking", "nothing"],
  ],
  "records a capture that a process left behind": [
    ["captured, capture lost, ordered", "capture"],
    ["authorized, capture lost, ordered, collection cancelled", "capture"],
    ["captured, capture being recorded, ordered", "retry_later"],
    ["captured, not allocated, ordered", "note_capture"],
  ],
  "waits for the merchant under manual capture": [
    ["manual capture", "complete_cart"],
    ["manual capture, no cart", "authorize"],
    ["manual capture, authorized, ordered", "nothing"],
    ["manual capture, authorized", "complete_cart"],
    ["manual capture, captured, ordered", "nothing"],
    ["manual capture, released, order cancelled", "refund_remainder"],
    ["manual capture, released, ordered", "cart_changed.cancelled"],
    [
      "manual capture, authorized, ordered, collection cancelled",
      "cart_changed.cancelled",
    ],
    // The rest may still be captured.
    ["manual capture, authorized, 5.00 sent back, ordered", "nothing"],
    [
      "manual capture, captured in part, refund of 5.00 allocated, ordered",
      "nothing",
    ],
    [
      "manual capture, captured in part, all but 5.00 sent back, ordered",
      "nothing",
    ],
    [
      "manual capture, captured in part, all but 5.00 sent back, ordered, order of 25.00",
      "amount_due_changed",
    ],
  ],
  "gets another session while its amount is still due": [
    ["session gone", "bind_session"],
    ["session gone, ordered", "bind_session"],
    ["session gone, ordered, other paid 10.00 of 22.50", "bind_session"],
    ["session gone, in thirds of a cent", "bind_session"],
    ["session gone, authorized", "release_payment"],
    ["session gone, released", "bind_session"],
    ["session gone, authorized, ordered", "capture"],
    ["session gone, authorized, ordered, cart in eur", "cart_changed.gone"],
    ["session gone, authorized, order not standing", "confirm_order"],
    ["session gone, captured, ordered", "nothing"],
    ["session gone, captured", "cart_changed.gone"],
    ["session gone, cart of 25.00", "cart_changed.gone"],
    ["session gone, cart of 12.501", "cart_changed.gone"],
    ["session gone, cart in eur", "cart_changed.gone"],
    ["session gone, authorized, cart of 25.00", "cart_changed.gone"],
    ["session gone, ordered, other paid all", "already_covered: other_payment"],
    ["session gone, ordered, collection completed", "already_covered"],
    ["session cancelled", "reopen_session"],
    ["session failed", "reopen_session"],
    // Medusa may complete the cart with the other session.
    ["competing session waits", "drop_competing_sessions"],
    ["competing sessions ended", "complete_cart"],
    ["competing session waits, ordered", "process"],
  ],
  "is captured for nothing that asks for another amount": [
    ["collection gone", "cart_changed.gone"],
    ["session of 13.00", "cart_changed.amount"],
    ["session of 12.501", "cart_changed.amount"],
    ["session in eur", "cart_changed.amount"],
    ["cart of 25.00", "cart_changed.amount"],
    ["cart of 5.00", "cart_changed.amount"],
    ["cart in eur", "cart_changed.amount"],
    ["captured, order of 102.50", "cart_changed.amount"],
    ["other paid 12.49", "cart_changed.amount"],
    ["ordered, cart of 25.00", "process"],
    ["order not standing, cart of 25.00", "retry_later"],
    ["ordered, cart in eur", "cart_changed.amount"],
    ["ordered, order due 2.50", "process"],
    ["released", "cart_changed.cancelled"],
    ["ordered, collection cancelled", "cart_changed.cancelled"],
  ],
  "is captured for nothing that is paid": [
    ["other paid all", "already_covered: other_payment"],
    ["ordered, order due nothing", "already_covered: other_payment"],
    ["ordered, collection completed", "already_covered"],
    ["ordered manually", "already_covered: manual_order"],
    ["ordered manually, other paid all", "already_covered: other_payment"],
  ],
  "is compared with its price once that has expired": [
    ["paid late", "judge_price"],
    ["paid late, session gone", "judge_price"],
    ["paid late, captured, ordered", "nothing"],
    ["paid late for less", "price_expired"],
    ["paid late for less, order cancelled", "refund_remainder"],
    ["paid late for less, contradicted, observe", "unproven.contradicted"],
    ["paid late for less, other paid all", "already_covered: other_payment"],
    ["paid late, ordered, other paid all", "already_covered: other_payment"],
    ["paid late for less, cart of 25.00", "cart_changed.amount"],
  ],
  "reports an order that asks for another amount than it has": [
    ["captured, ordered, order of 25.00", "amount_due_changed"],
    ["captured, ordered, order of 5.00", "amount_due_changed: excess"],
    ["captured, ordered, order of nothing", "amount_due_changed: excess"],
    ["captured, ordered, order edited to 10.00", "amount_due_changed: excess"],
    ["captured, ordered, other paid all as well", "amount_due_changed: excess"],
    ["captured, ordered, order of 25.00 paid", "nothing"],
    ["captured, ordered, order paid", "nothing"],
    ["captured, ordered, order of 10.00 paid and refunded", "nothing"],
    ["captured, ordered, refund unrecorded", "nothing"],
    ["captured, no cart, 2.50 refunded without an order", "nothing"],
    ["captured, ordered, order of 22.50 paid in two collections", "nothing"],
    ["captured, ordered, collection asks for more than order", "nothing"],
    ["captured, ordered, order of 25.00 and collection cancelled", "nothing"],
    ["captured, ordered, 1.25 more arrived", "not_settled: rest_left"],
  ],
  "settles nothing once it is sent back or kept": [
    ["authorized, sent back", "release_payment"],
    ["session authorized, released, sent back", "close_session: canceled"],
    ["authorized, kept", "release_payment"],
    ["authorized, sent back, ordered", "release_payment"],
    ["authorized, sent back, order not standing", "confirm_order"],
    ["released, sent back, ordered", "order_without_money"],
    ["released, sent back, ordered, other paid all", "nothing"],
    ["released, sent back, ordered, other paid 12.50 of 22.50", "nothing"],
    ["authorized, kept, ordered", "release_payment"],
    ["kept", "nothing"],
    ["5.00 sent back, open exception", "nothing"],
    ["5.00 sent back", "not_settled: rest_left"],
    ["session gone, sent back", "nothing"],
    ["session gone, authorized, 12.49 sent back", "release_payment"],
  ],
  "is refunded, where its order is cancelled": [
    ["order cancelled", "refund_remainder"],
    ["captured, order cancelled", "refund_capture"],
    ["kept, order cancelled", "nothing"],
    ["5.00 sent back, order cancelled", "refund_remainder"],
    // The refund due follows from that of Medusa.
    ["refunded in Medusa, order cancelled", "nothing"],
    ["captured in part, capture allocated, order cancelled", "refund_capture"],
    [
      "authorized, refund of 5.00 allocated, order cancelled",
      "refund_remainder",
    ],
    ["authorized, capture allocated, order cancelled", "refund_remainder"],
  ],
  "buys nothing with test money in a live store": [
    ["in test mode, store is live", "test_money"],
    ["in test mode, account is live", "test_money"],
    ["in test mode, mode of the store unknown", "test_money"],
    ["in test mode, mode of the account unknown", "complete_cart"],
    ["in test mode, store is live, session gone", "test_money"],
    ["in test mode, store is live, order cancelled", "test_money"],
    [
      "in test mode, store is live, captured, order cancelled",
      "refund_capture",
    ],
    ["in test mode, store is live, captured, ordered", "nothing"],
    ["in live mode, store tests", "complete_cart"],
  ],
}

describe.each(Object.entries(PAID))("a paid payment %s", (_, cases) => {
  it.each(cases)("%s: %s", (situations, step) => {
    expect(stepIn(situations, paid)).toBe(step)
  })
})

describe("a paid payment", () => {
  it("waits while Medusa still stores its session, but not permanently", () => {
    const stepAfter = (age: string) =>
      stepIn(`session not stored, ${age}`, paid)
    expect(stepAfter("created 2 minutes ago")).toBe("complete_cart")
    expect(stepAfter("created just under 2 minutes ago")).toBe("retry_later")
  })

  it.each([
    ["cart of 25.00", { total: "25.00", total_currency: "usd" }],
    ["captured, ordered, order of 25.00", { total: "25.00", taken: "12.50" }],
    [
      "captured, ordered, order of 5.00",
      { total: "5.00", taken: "12.50", excess: "7.50" },
    ],
    ["ordered manually", { order_id: "order_9" }],
    [
      "session gone, collection gone",
      {
        amount: "12.50",
        currency: "USDT",
        chain: "POLYGON",
        cart_id: "cart_1",
        order_id: null,
        customer_id: "cus_1",
      },
    ],
  ])(
    "names the sums and the owner of its exception: %s",
    (situations, details) => {
      const { payment, medusa } = situated(situations, paid)
      const step = nextStep(payment, medusa, NOW)
      expect(step).toMatchObject({ exception: { details } })
      expect(nextStep(payment, medusa, NOW)).toEqual(step)
    }
  )

  it("has an exception of its own for sums that come back after others", () => {
    const keyOf = (changed_in: number | null) => {
      const { order_due, ...edited } = taken("25.00", "12.50")
      const collection = { ...edited, order_due: { ...order_due, changed_in } }
      const medusa = medusaState({ payment: captured, order, collection })
      const step = nextStep(payment(paid), medusa, NOW)
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
      return nextStep(payment(paid), medusa, NOW)
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
    const { payment, medusa } = situated("captured", paid)
    const retried = { ...medusa, is_retried: true }
    const step = nextStep(payment, retried, NOW, ["process"])
    expect(wordOf(step)).toContain("order_missing")
  })

  it.each([
    ["paid late without a rate", "price_expired: no_rate"],
    ["paid late without a rate, not found, observe", "unproven.not_found"],
  ])(
    "has one problem while no source has its price: %s",
    (situations, problem) => {
      const { payment, medusa } = situated(situations, paid)
      const step = nextStep(payment, medusa, NOW, ["judge_price"])
      expect(wordOf(step)).toBe(problem)
    }
  )

  it("opens one for each problem of a captured payment", () => {
    const { payment, medusa } = situated(
      "captured, ordered, stock lacking, order of 25.00",
      paid
    )
    const steps: SettlementStep[] = []
    for (let step; step?.do !== "nothing"; steps.push(step)) {
      const done = steps.map((each) => each.do)
      step = nextStep(payment, medusa, NOW, done, openedBy(steps))
    }
    expect(steps.map(wordOf)).toEqual([
      "amount_due_changed",
      "order_incomplete",
      "nothing",
    ])
  })
})
