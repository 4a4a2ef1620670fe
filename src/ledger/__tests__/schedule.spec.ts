import {
  firstReconcileAt,
  isTransferReadable,
  nextReconcileAt,
  retryAt,
  type ScheduledPayment,
  type PaymentStatus,
} from "../index"
import { NOW, payment } from "./samples"
import { GONE } from "./situations"

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

describe("a payment without a webhook is reconciled, at short intervals first", () => {
  it.each([
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 5],
    [4, 10],
    [5, 15],
    [6, 30],
    [7, 60],
    [8, 60],
    [1_000_000, 60],
  ])("after %i attempts, in %i minutes", (reconcile_attempts, inMinutes) => {
    expect(
      nextReconcileAt(payment({ status: "pending", reconcile_attempts }), NOW)
    ).toEqual(minutes(inMinutes))
    expect(
      nextReconcileAt(payment({ status: "creating", reconcile_attempts }), NOW)
    ).toEqual(minutes(inMinutes))
  })
})

it.each<PaymentStatus>(["creating", "pending"])(
  "a payment that is %s is reconciled when it expires, between two attempts",
  (status) => {
    const open = { status, reconcile_attempts: 8 }
    const expires_at = minutes(40)
    expect(nextReconcileAt(payment({ ...open, expires_at }), NOW)).toEqual(
      expires_at
    )
    // Later reconciliations continue as before, in case it could not be ended.
    expect(nextReconcileAt(payment({ ...open, expires_at: NOW }), NOW)).toEqual(
      minutes(60)
    )
  }
)

it.each([
  ["a day away", 30, minutes(30)],
  ["before that", 30, minutes(20)],
])(
  "a superseded payment is reconciled when its grace period ends, with an expiry %s",
  (_, afterMinutes, end) => {
    const superseded = payment({
      reconcile_attempts: 8,
      superseded_at: NOW,
      expires_at: end < minutes(afterMinutes) ? end : minutes(24 * 60),
    })
    expect(nextReconcileAt(superseded, NOW)).toEqual(end)
  }
)

it.each<PaymentStatus>(["failed", "cancelled", "paid"])(
  "a settled payment that is %s is left alone",
  (status) => {
    const settled = payment({ status, tx_hash: "0xhash" })
    expect(nextReconcileAt(settled, NOW)).toBeNull()
  }
)

it("an abandoned payment is reconciled while it is readable at the gateway", () => {
  const abandoned = { status: "abandoned" } as const
  expect(nextReconcileAt(payment(abandoned), NOW)).toEqual(minutes(1))
  expect(
    nextReconcileAt(payment({ ...abandoned, gateway_id: null }), NOW)
  ).toBeNull()
  expect(
    nextReconcileAt(payment({ ...abandoned, rail: "hosted" }), NOW)
  ).toBeNull()
})

describe("a payment that could not be settled is retried", () => {
  it("once the locks of a process that was killed meanwhile have expired", () => {
    const expired = minutes(2)
    for (const reconcile_attempts of [1, 2, 3, 8]) {
      const next = retryAt({ reconcile_attempts }, NOW)
      expect(next.getTime()).toBeGreaterThanOrEqual(expired.getTime())
    }
  })

  it("early enough for an exception within five minutes of its money", () => {
    const first = firstReconcileAt(NOW)
    const second = retryAt({ reconcile_attempts: 1 }, first)
    // The job runs each minute, and finds each up to a minute later.
    expect(second).toEqual(minutes(3))
  })
})

it("a failed hosted payment whose order waits is reconciled when it expires", () => {
  const failed = {
    status: "failed",
    rail: "hosted",
    checkout_flow: "order_first",
    expires_at: minutes(90),
  } as const
  expect(nextReconcileAt(payment(failed), NOW)).toEqual(minutes(90))
  expect(nextReconcileAt(payment(failed), minutes(90))).toBeNull()
  expect(
    nextReconcileAt(payment({ ...failed, checkout_flow: "pay_first" }), NOW)
  ).toBeNull()
})

describe("a paid payment whose chain shows no such transfer", () => {
  const paid = (changes: Partial<ScheduledPayment> = {}) =>
    payment({ status: "paid", tx_hash: "0xhash", ...GONE, ...changes })
  const since = Date.parse(GONE.proof.since)
  const hours = (count: number) => new Date(since + count * 60 * 60_000)

  it.each([
    [0, 1],
    [2, 2],
    [7, 60],
    [1_000_000, 60],
  ])(
    "after %i attempts is read in %i minutes",
    (reconcile_attempts, inMinutes) => {
      const now = hours(2)
      expect(nextReconcileAt(paid({ reconcile_attempts }), now)).toEqual(
        new Date(now.getTime() + inMinutes * 60_000)
      )
    }
  )

  it.each([
    [0, true],
    [2.9, true],
    [3, false],
  ])("after %p hours is read again: %p", (count, isRead) => {
    expect(isTransferReadable(paid(), hours(count))).toBe(isRead)
    expect(nextReconcileAt(paid(), hours(count)) !== null).toBe(isRead)
  })

  it.each<[string, Partial<ScheduledPayment>]>([
    ["its chain may still show it", { proof_status: "found" }],
    ["its chain is not read", { proof_status: null, proof: null }],
    ["the gateway has no call for it", { rail: "hosted", chain: null }],
    ["its gateway id is not known", { gateway_id: null }],
  ])("is left alone where %s", (_, changes) => {
    expect(nextReconcileAt(paid(changes), hours(1))).toBeNull()
  })
})
