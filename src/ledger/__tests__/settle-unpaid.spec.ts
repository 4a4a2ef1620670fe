import { type MedusaState, nextStep, type SettlementStep } from "../index"
import { medusaState, NOW, payment } from "./samples"
import {
  ago,
  sessionIn,
  cancelledOrder,
  type Case,
  expectStep,
  open,
  orderDue,
  order,
} from "./settlement-samples"

const MINUTE_MS = 60_000

describe("a payment that ended without money", () => {
  const waiting = ["pending", "requires_more", "pending_authorization"]
  const over = ["authorized", "captured", "error", "canceled"]

  it.each([
    ...waiting.map(
      (status) => ["cancelled", status, { status: "canceled" }] as const
    ),
    ...waiting.map(
      (status) => ["failed", status, { status: "error" }] as const
    ),
    ...over.map((status) => ["cancelled", status, "nothing"] as const),
    ...over.map((status) => ["failed", status, "nothing"] as const),
  ])("%s, with a session that is %s", (status, session, expected) => {
    const step = nextStep(
      payment({ status }),
      medusaState({ session: sessionIn(session) }),
      NOW
    )
    expectStep(step, expected)
  })

  it.each(["cancelled", "failed"] as const)(
    "%s, without a session",
    (status) => {
      expectStep(
        nextStep(payment({ status }), medusaState({ session: null }), NOW),
        "nothing"
      )
    }
  )
})

describe("an open payment", () => {
  it.each(["creating", "pending"] as const)(
    "%s, with its session: is left alone",
    (status) => {
      expectStep(nextStep(payment({ status }), medusaState(), NOW), "nothing")
    }
  )

  it.each<Case>([
    ["onchain", { ledger: { expires_at: NOW } }, "cancel_at_gateway"],
    [
      "onchain, without the credentials that it was started with",
      { ledger: { expires_at: NOW }, is_readable: false },
      "abandon",
    ],
    ["hosted", { ledger: { rail: "hosted", expires_at: NOW } }, "abandon"],
    [
      "whose creation got no response",
      { ledger: { status: "creating", gateway_id: null, expires_at: NOW } },
      "abandon",
    ],
  ])("that has expired: %s", (_, { ledger, ...medusa }, expected) => {
    expectStep(nextStep(payment(ledger), medusaState(medusa), NOW), expected)
    const earlier = new Date(NOW.getTime() - 1)
    expectStep(
      nextStep(payment(ledger), medusaState(medusa), earlier),
      "nothing"
    )
  })

  it.each<Case>([
    ["onchain", {}, "cancel_at_gateway"],
    ["hosted", { ledger: { rail: "hosted" } }, "abandon"],
  ])(
    "whose collection an edit of the order cancelled: %s",
    (_, { ledger, ...medusa }, expected) => {
      const collection = { ...open("12.50"), status: "canceled" }
      const edited = medusaState({ order, collection, ...medusa })
      expectStep(nextStep(payment(ledger), edited, NOW), expected)
    }
  )

  it.each<Case>([
    ["onchain", {}, "cancel_at_gateway"],
    ["hosted", { ledger: { rail: "hosted" } }, "abandon"],
  ])(
    "whose order the merchant cancelled: %s",
    (_, { ledger, ...medusa }, expected) => {
      const cancelled = medusaState({ order: cancelledOrder, ...medusa })
      expectStep(nextStep(payment(ledger), cancelled, NOW), expected)
    }
  )

  it.each<Case>([
    ["onchain", {}, "cancel_at_gateway"],
    ["hosted", { ledger: { rail: "hosted" } }, "abandon"],
    ["onchain, with a transfer", { has_seen_money: true }, "nothing"],
  ])(
    "whose order has nothing due any more: %s",
    (_, { ledger, ...medusa }, expected) => {
      const collection = {
        ...open("32.50", "12.50"),
        order_due: orderDue("12.50", "12.50", "12.50"),
      }
      const edited = medusaState({ order, collection, ...medusa })
      expectStep(nextStep(payment(ledger), edited, NOW), expected)
    }
  )

  it.each<[string, string, string, SettlementStep["do"]]>([
    ["nothing is captured", "12.50", "0", "nothing"],
    [
      "a part is captured or kept for it",
      "12.50",
      "11.25",
      "cancel_at_gateway",
    ],
    ["the rest is what it asks for", "22.50", "10.00", "nothing"],
    ["the rest is more, after an edit", "32.50", "10.00", "nothing"],
    ["an edit left less, and nothing is captured", "10.00", "0", "nothing"],
  ])("of an order of which %s", (_, total, captured, expected) => {
    const order_due = orderDue(total, captured, captured)
    const collection = { ...open(total), order_due }
    const state = medusaState({ order, collection })
    expectStep(nextStep(payment(), state, NOW), expected)
  })

  it.each<[string, Partial<MedusaState>, string, string | null]>([
    ["is still due", {}, "exact", null],
    [
      "is paid another way",
      { collection: open("12.50", "12.50") },
      "again",
      null,
    ],
    [
      "has a cart of another amount",
      { collection: open("22.50") },
      "changed",
      "22.50",
    ],
    ["has no cart any more", { collection: null }, "changed", null],
    [
      "has an order for which nothing is due, and no money",
      {
        order,
        collection: { ...open("12.50"), order_due: orderDue("0.00", "0.00") },
      },
      "changed",
      "0.00",
    ],
    ["has a cancelled order", { order: cancelledOrder }, "changed", "12.50"],
    [
      "has a cancelled collection",
      { collection: { ...open("12.50"), status: "canceled" } },
      "changed",
      "12.50",
    ],
    [
      "is for an order that was edited",
      { order, collection: open("22.50") },
      "exact",
      null,
    ],
  ])("whose exact transfer %s", (_, medusa, reason, total) => {
    const other = reason === "exact" ? "changed" : "exact"
    const seen = { has_seen_money: true, exact_transfers: [reason] }
    const judged = medusaState({ ...seen, ...medusa })
    expect(nextStep(payment(), judged, NOW).do).not.toBe("judge_transfers")
    const judge = { ...judged, exact_transfers: [reason, other] }
    expect(nextStep(payment(), judge, NOW)).toMatchObject({
      do: "judge_transfers",
      reason,
      details: { total },
    })
    expect(nextStep(payment(), judge, NOW, ["judge_transfers"])).toEqual({
      do: "nothing",
    })
  })

  it("that ended, and whose money is sent back, though an order was converted for it", () => {
    const ended = payment({ status: "cancelled" })
    const state = medusaState({
      session: null,
      unpaid_drafted: { id: "order_9" },
    })
    expectStep(nextStep(ended, state, NOW), { kind: "order_without_money" })
  })

  const ORPHANS: Case[] = [
    [
      "onchain, pending: is noted",
      { ledger: { status: "pending" } },
      "note_superseded",
    ],
    [
      "onchain, abandoned: is noted",
      { ledger: { status: "abandoned" } },
      "note_superseded",
    ],
    [
      "onchain, creating with an id: is noted",
      { ledger: { status: "creating" } },
      "note_superseded",
    ],
    [
      "onchain, just under 30 minutes ago: coins may be on the way",
      { ledger: { superseded_at: ago(30 * MINUTE_MS - 1) } },
      "nothing",
    ],
    [
      "onchain, 30 minutes ago",
      { ledger: { superseded_at: ago(30 * MINUTE_MS) } },
      "cancel_at_gateway",
    ],
    [
      "onchain, abandoned 30 minutes ago",
      { ledger: { status: "abandoned", superseded_at: ago(30 * MINUTE_MS) } },
      "cancel_at_gateway",
    ],
    [
      "onchain, just now, when it has expired",
      { ledger: { superseded_at: ago(1), expires_at: NOW } },
      "cancel_at_gateway",
    ],
    [
      "onchain, just now, when another payment has paid for the cart",
      { ledger: { superseded_at: ago(1) }, collection: open("12.50", "12.50") },
      "cancel_at_gateway",
    ],
    [
      "onchain, just now, when another provider's payment is only authorized",
      {
        ledger: { superseded_at: ago(1) },
        collection: { ...open("12.50", "12.50"), captured_by_others: "0.00" },
      },
      "nothing",
    ],
    [
      "onchain, not noted yet, when another payment has paid for the cart",
      { collection: open("12.50", "12.50") },
      "cancel_at_gateway",
    ],
    [
      "onchain, just now, when its order was cancelled",
      { ledger: { superseded_at: ago(1) }, order: cancelledOrder },
      "cancel_at_gateway",
    ],
    [
      "onchain, just now, its collection being gone as well",
      { ledger: { superseded_at: ago(1) }, collection: null },
      "nothing",
    ],
    [
      "onchain, without the credentials that it was started with: waits for them",
      { ledger: { superseded_at: ago(30 * MINUTE_MS) }, is_readable: false },
      "nothing",
    ],
    [
      "hosted, pending",
      { ledger: { rail: "hosted", status: "pending" } },
      "abandon",
    ],
    [
      "hosted, abandoned",
      { ledger: { rail: "hosted", status: "abandoned" } },
      "nothing",
    ],
    [
      "still being created",
      {
        ledger: {
          status: "creating",
          gateway_id: null,
          created_at: ago(119_999),
        },
      },
      "nothing",
    ],
    [
      "whose creation got no response",
      {
        ledger: {
          status: "creating",
          gateway_id: null,
          created_at: ago(120_000),
        },
      },
      "abandon",
    ],
    [
      "onchain, abandoned, without an id",
      { ledger: { status: "abandoned", gateway_id: null } },
      "nothing",
    ],
  ]

  it.each(ORPHANS)(
    "without its session: %s",
    (_, { ledger, ...medusa }, expected) => {
      const step = nextStep(
        payment(ledger),
        medusaState({ session: null, ...medusa }),
        NOW
      )
      expectStep(step, expected)
    }
  )
})

describe("an unpaid order placed before its payment", () => {
  const first = { checkout_flow: "order_first" } as const
  const waits = { order, session: sessionIn("pending_authorization") }
  const closed = { order, session: sessionIn("canceled") }
  const hosted = { ...first, rail: "hosted" } as const

  it.each<Case>([
    ["waits for its payment", { ledger: first, ...waits }, "nothing"],
    [
      "has its session closed, when its payment is cancelled",
      { ledger: { ...first, status: "cancelled" }, ...waits },
      { status: "canceled" },
    ],
    [
      "is cancelled, when its payment is cancelled",
      { ledger: { ...first, status: "cancelled" }, ...closed },
      "cancel_order",
    ],
    [
      "is cancelled, when its hosted payment is abandoned",
      { ledger: { ...hosted, status: "abandoned" }, ...closed },
      "cancel_order",
    ],
    [
      "waits, when its hosted payment failed: the buyer may retry there",
      {
        ledger: { ...hosted, status: "failed" },
        order,
        session: sessionIn("error"),
      },
      "nothing",
    ],
    [
      "is cancelled, when its hosted payment failed and expired",
      {
        ledger: { ...hosted, status: "failed", expires_at: NOW },
        order,
        session: sessionIn("error"),
      },
      "cancel_order",
    ],
    [
      "stays, when the buyer chose another payment method",
      { ledger: { ...first, status: "cancelled" }, order, session: null },
      "nothing",
    ],
    [
      "stays, when another session may still pay for it",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        competing_sessions: ["pending_authorization"],
      },
      "nothing",
    ],
    [
      "is cancelled, when no other session can",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        competing_sessions: ["error", "canceled"],
      },
      "cancel_order",
    ],
    [
      "stays, when another payment has paid a part of it",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        collection: open("12.50", "0.01"),
      },
      "nothing",
    ],
    [
      "stays, when nothing is due for it any more",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        collection: { ...open("12.50"), order_due: orderDue("0", "0") },
      },
      "nothing",
    ],
    [
      "stays, when the payment is for an additional amount due",
      { ledger: { ...first, status: "cancelled" }, ...closed, cart_id: null },
      "nothing",
    ],
    [
      "stays, when an edit created another collection for it",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        collection: { ...open("12.50"), status: "canceled" },
      },
      "nothing",
    ],
    [
      "is cancelled, when its payment was abandoned but may still be open at the gateway",
      { ledger: { ...first, status: "abandoned", expires_at: NOW }, ...closed },
      "cancel_order",
    ],
    [
      "is not cancelled twice",
      {
        ledger: { ...first, status: "cancelled" },
        ...closed,
        order: cancelledOrder,
      },
      "nothing",
    ],
    [
      "stays, where the checkout flow is not order_first",
      { ledger: { status: "cancelled" }, ...closed },
      "nothing",
    ],
  ])("%s", (_, { ledger, ...medusa }, expected) => {
    expectStep(nextStep(payment(ledger), medusaState(medusa), NOW), expected)
  })
})
