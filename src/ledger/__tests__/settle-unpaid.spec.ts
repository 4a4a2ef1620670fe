import { nextStep } from "../index"
import { NOW } from "./samples"
import { orderDue, sessionIn } from "./settlement-samples"
import { type Case, situated, stepIn } from "./step-in"

describe("a payment that ended without money", () => {
  it.each(["pending", "requires_more", "pending_authorization"])(
    "closes its session that is %s",
    (status) => {
      const session = sessionIn(status)
      const stepOf = (ended: "cancelled" | "failed") => {
        const { payment, medusa } = situated(ended)
        return nextStep(payment, { ...medusa, session }, NOW)
      }
      const closed = { do: "close_session" }
      expect(stepOf("cancelled")).toEqual({ ...closed, status: "canceled" })
      expect(stepOf("failed")).toEqual({ ...closed, status: "error" })
    }
  )

  it.each(["cancelled", "failed"])(
    "leaves any other session alone: %s",
    (ended) => {
      for (const other of [
        "authorized",
        "captured",
        "failed",
        "cancelled",
        "gone",
      ]) {
        expect(stepIn(`${ended}, session ${other}`)).toBe("nothing")
      }
    }
  )
})

/** In which each state of a payment without money leads to one step. */
const UNPAID: Record<string, Case[]> = {
  "is left alone until it expires": [
    ["", "nothing"],
    ["creating", "nothing"],
    ["expires next", "nothing"],
    ["expired", "cancel_at_gateway"],
    ["expired, without credentials", "abandon"],
    ["expired, hosted", "abandon"],
    ["expired, creating, without an id", "abandon"],
    ["expired, session gone", "cancel_at_gateway"],
    ["expired, session gone, creating", "cancel_at_gateway"],
    ["expired, session gone, abandoned", "cancel_at_gateway"],
    // The merchant decides about it first.
    ["expired, session gone, transfer seen", "nothing"],
    ["expired, session gone, transfer seen, creating", "nothing"],
    ["expired, session gone, transfer seen, abandoned", "nothing"],
  ],
  "ends, where its money could not be used": [
    ["ordered, collection cancelled", "cancel_at_gateway"],
    ["ordered, collection cancelled, hosted", "abandon"],
    ["order cancelled", "cancel_at_gateway"],
    ["order cancelled, hosted", "abandon"],
    ["ordered, order due nothing", "cancel_at_gateway"],
    ["ordered, order due nothing, hosted", "abandon"],
    ["ordered, order due nothing, transfer seen", "nothing"],
  ],
  "is only read for half an hour after its session is gone": [
    ["session gone", "note_superseded"],
    ["session gone, abandoned", "note_superseded"],
    ["session gone, creating", "note_superseded"],
    // Coins may be on the way.
    ["session gone, superseded just under 30 minutes ago", "nothing"],
    ["session gone, superseded 30 minutes ago", "cancel_at_gateway"],
    ["session gone, superseded 30 minutes ago, abandoned", "cancel_at_gateway"],
    // It waits for its credentials.
    ["session gone, superseded 30 minutes ago, without credentials", "nothing"],
    ["session gone, superseded now, expired", "cancel_at_gateway"],
    ["session gone, superseded now, other paid all", "cancel_at_gateway"],
    ["session gone, superseded now, other authorized all", "nothing"],
    ["session gone, superseded now, order cancelled", "cancel_at_gateway"],
    ["session gone, superseded now, collection gone", "nothing"],
    ["session gone, other paid all", "cancel_at_gateway"],
    ["session gone, hosted", "abandon"],
    ["session gone, hosted, abandoned", "nothing"],
    ["session gone, abandoned, without an id", "nothing"],
    [
      "session gone, creating, without an id, created just under 2 minutes ago",
      "nothing",
    ],
    ["session gone, creating, without an id, created 2 minutes ago", "abandon"],
  ],
  "cancels the order that was placed before it, where nothing else pays": [
    ["unpaid order, pending, session waits", "nothing"],
    ["unpaid order, session waits", "close_session: canceled"],
    ["unpaid order", "cancel_order"],
    ["unpaid order, hosted, abandoned", "cancel_order"],
    ["unpaid order, abandoned, expired", "cancel_order"],
    // The buyer may retry on the gateway's page.
    ["unpaid order, session failed, hosted, failed", "nothing"],
    ["unpaid order, session failed, hosted, failed, expired", "cancel_order"],
    // The buyer chose another payment method.
    ["unpaid order, session gone", "nothing"],
    ["unpaid order, competing session may authorize", "nothing"],
    ["unpaid order, competing sessions ended", "cancel_order"],
    ["unpaid order, other paid 0.01", "nothing"],
    ["unpaid order, order is free", "nothing"],
    ["unpaid order, no cart", "nothing"],
    // An edit of the order created another collection.
    ["unpaid order, collection cancelled", "nothing"],
    ["unpaid order, order cancelled", "nothing"],
    ["unpaid order, pay first", "nothing"],
  ],
}

describe.each(Object.entries(UNPAID))("an unpaid payment %s", (_, cases) => {
  it.each(cases)("%s: %s", (situations, step) => {
    expect(stepIn(situations)).toBe(step)
  })
})

describe("an open payment", () => {
  it.each([
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
    const { payment, medusa } = situated("ordered")
    const collection = { ...medusa.collection!, amount: total, order_due }
    expect(nextStep(payment, { ...medusa, collection }, NOW).do).toBe(expected)
  })

  it.each<[string, string, string | null]>([
    ["", "exact", null],
    ["other paid all", "again", null],
    ["cart of 25.00", "changed", "25.00"],
    ["collection gone", "changed", null],
    ["ordered, order is free", "changed", "0.00"],
    ["order cancelled", "changed", "12.50"],
    ["collection cancelled", "changed", "12.50"],
    ["ordered, cart of 25.00", "exact", null],
  ])("has an exact transfer: %s: it is %s", (situations, reason, total) => {
    const other = reason === "exact" ? "changed" : "exact"
    const { payment, medusa } = situated(`transfer seen, ${situations}`)
    const judged = { ...medusa, exact_transfers: [reason] }
    expect(nextStep(payment, judged, NOW).do).not.toBe("judge_transfers")
    const judge = { ...medusa, exact_transfers: [reason, other] }
    expect(nextStep(payment, judge, NOW)).toMatchObject({
      do: "judge_transfers",
      reason,
      details: { total },
    })
    expect(nextStep(payment, judge, NOW, ["judge_transfers"])).toEqual({
      do: "nothing",
    })
  })
})
