import { type Deposit, type KeptReturn, keptReturn } from "../index"
import { deposit, NOW } from "./samples"
import { situated } from "./step-in"

const own = { status: "paid", mode: "live", deposit_id: "stdep_1" } as const

const DEPOSITS = {
  confirmed: {},
  seen: { confirmed_at: null, seen_at: NOW },
  found: { confirmed_at: null },
  "of another report": { id: "stdep_2" },
} as const satisfies Record<string, Partial<Deposit>>

/** Money that its order does not ask for any more, and that was kept for it. */
it.each<[keyof typeof DEPOSITS, string | null, KeptReturn]>([
  ["confirmed", "", "refund"],
  ["seen", "", "refund"],
  ["found", "", "ask"],
  // Its payment is unknown.
  ["confirmed", null, "refund"],
  ["found", null, "ask"],
  ["confirmed", "observe, contradicted", "ask"],
  ["of another report", "observe, contradicted", "refund"],
  // The chain is not read any more.
  ["confirmed", "contradicted", "refund"],
  ["confirmed", "require, found", "ask"],
  ["confirmed", "require, proven", "refund"],
  ["confirmed", "in test mode, store is live", "keep"],
  ["confirmed", "in test mode, store tests", "refund"],
])("kept money that is %s, of a payment in %j: %s", (...row) => {
  const [money, situations, expected] = row
  const of = situations === null ? null : situated(situations, own)
  const kept = of && { ...of.medusa, payment: of.payment }
  expect(keptReturn(deposit(DEPOSITS[money]), kept, NOW)).toBe(expected)
})
