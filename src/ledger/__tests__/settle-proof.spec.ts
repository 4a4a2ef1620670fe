import {
  type ChainPolicy,
  nextReconcileAt,
  nextStep,
  type Payment,
  type ScheduledPayment,
} from "../index"
import { NOW, payment } from "./samples"
import { ago } from "./settlement-samples"
import { GONE, LIE } from "./situations"
import { type Case, situated, stepIn } from "./step-in"

const MINUTE_MS = 60_000
const paid = { status: "paid", tx_hash: "0xhash" } as const
const REQUIRE: ChainPolicy = { proof: "require", has_endpoint: true }
const OBSERVE: ChainPolicy = { ...REQUIRE, proof: "observe" }

const PROVED: Record<string, Case[]> = {
  "is authorized and ordered, and captured once it is proven": [
    ["require", "complete_cart"],
    ["require, not found yet", "complete_cart"],
    ["require, found", "complete_cart"],
    ["require, contradicted so far", "complete_cart"],
    ["require, authorized, ordered", "nothing"],
    ["require, not found yet, authorized, ordered", "nothing"],
    ["require, found, authorized, ordered", "nothing"],
    ["require, contradicted so far, authorized, ordered", "nothing"],
    ["require, proven", "complete_cart"],
    ["require, proven, authorized", "complete_cart"],
    ["require, proven, authorized, ordered", "capture"],
    ["require, proven, authorized, order not standing", "confirm_order"],
    ["require, proven, no cart", "process"],
    ["require, proven, captured", "process"],
    ["require, proven, authorized, ordered, manual capture", "nothing"],
    // Its money was sent back.
    ["require, proven, authorized, ordered, sent back", "release_payment"],
  ],
  "says what can't be looked up": [
    ["no endpoint, authorized, ordered", "unproven.unchecked: no_endpoint"],
    [
      "require, no address, authorized, ordered",
      "unproven.unchecked: no_address",
    ],
  ],
  "is reported once its chain does not show it for good": [
    // Captured under `observe`.
    ["observe, contradicted", "complete_cart"],
    ["observe, contradicted, captured, ordered", "unproven.contradicted"],
    ["require, contradicted, authorized, ordered", "unproven.contradicted"],
    ["observe, contradicted so far, captured, ordered", "nothing"],
    ["contradicted, captured, ordered", "nothing"],
    ["observe, not found, captured, ordered", "unproven.not_found"],
    ["observe, not found yet, captured, ordered", "nothing"],
    // It pays for nothing either.
    ["observe, other paid all", "already_covered: other_payment"],
    ["observe, contradicted, other paid all", "unproven.contradicted"],
    // More arrived than is captured.
    [
      "observe, contradicted, captured, ordered, 1.25 more arrived",
      "unproven.contradicted: excess",
    ],
    [
      "observe, in another coin, captured, ordered, 1.25 more arrived",
      "unproven.contradicted",
    ],
    [
      "observe, not found, captured, ordered, 1.25 more arrived",
      "unproven.not_found",
    ],
  ],
  "leaves no refund due for money that may never have arrived": [
    ["require, authorized, order cancelled", "nothing"],
    ["require, proven, authorized, order cancelled", "refund_remainder"],
    ["observe, authorized, order cancelled", "refund_remainder"],
    [
      "require, contradicted, authorized, order cancelled",
      "unproven.contradicted",
    ],
    ["require, not found, authorized, order cancelled", "unproven.not_found"],
    ["contradicted, authorized, order cancelled", "refund_remainder"],
    ["not found, authorized, order cancelled", "refund_remainder"],
    // Before the merchant sends a refund that is due.
    [
      "observe, contradicted, sent back, order cancelled",
      "unproven.contradicted",
    ],
    ["observe, not found, sent back, order cancelled", "unproven.not_found"],
    ["observe, sent back, order cancelled", "nothing"],
    ["contradicted, sent back, order cancelled", "nothing"],
    ["not found, sent back, order cancelled", "nothing"],
  ],
}

describe.each(Object.entries(PROVED))("a paid payment %s", (_, cases) => {
  it.each(cases)("%s: %s", (situations, step) => {
    expect(stepIn(situations, paid)).toBe(step)
  })
})

it("an exception names how the chain contradicts a payment", () => {
  const state = situated("observe, contradicted, captured, ordered", paid)
  expect(nextStep(state.payment, state.medusa, NOW)).toMatchObject({
    exception: { key: "stpay_1:unproven.contradicted:wrong_amount" },
  })
})

it("a payment is settled again within minutes while it is held", () => {
  const next = (changes: Partial<Payment>, policy: ChainPolicy) =>
    nextReconcileAt(payment({ ...paid, ...changes }), NOW, policy)
  expect(next({}, REQUIRE)).not.toBeNull()
  expect(next({}, OBSERVE)).toBeNull()
  expect(next({ proof_status: "proven" }, REQUIRE)).toBeNull()
})

it("a payment whose transaction is missing is settled when that is reported", () => {
  const early = { ...GONE, proof: { ...LIE.proof, since: NOW.toISOString() } }
  const next = (changes: Partial<ScheduledPayment>) =>
    nextReconcileAt(payment({ ...paid, ...early, ...changes }), NOW, OBSERVE)
  // Meanwhile, the gateway may name the transaction that replaced it.
  expect(next({ reconcile_attempts: 3 })).toEqual(ago(-5 * MINUTE_MS))
  expect(next({ reconcile_attempts: 7 })).toEqual(ago(-30 * MINUTE_MS))
})
