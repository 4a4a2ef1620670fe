import {
  EXCEPTION_GROUPS,
  EXCEPTION_PROBLEMS,
  type ExceptionName,
  nameOf,
  type Rail,
  RAILS,
  retryOf,
  SETTLEMENT_KINDS,
  traitsOf,
} from "../index"
import { problemOf } from "./samples"

const ONCHAIN = { rail: "onchain" } as const
const HOSTED = { rail: "hosted" } as const

const RETRIED = EXCEPTION_PROBLEMS.filter(
  ({ kind }) =>
    [...SETTLEMENT_KINDS, "unbalanced"].includes(kind) &&
    !["unproven", "test_money"].includes(kind)
)

describe("retrying an exception", () => {
  it.each(RETRIED)("settles the payment of %j again", (problem) => {
    for (const rail of RAILS) {
      expect(retryOf(problem, { rail })).toBe("settle")
    }
  })

  it.each<[ExceptionName, Rail, "read" | "prove" | null]>([
    ["unproven.contradicted", "onchain", "prove"],
    ["unproven.unchecked", "onchain", "prove"],
    ["unreported_transfer.short", "onchain", null],
    ["unknown_at_gateway", "onchain", "read"],
    ["webhook_problem.unreadable", "onchain", "read"],
    ["never_answered", "onchain", "read"],
    ["webhook_problem.unreadable", "hosted", null],
    ["never_answered", "hosted", null],
    ["deposit_mismatch.amount", "onchain", null],
    ["transfer_reused", "onchain", null],
    ["refund_due", "onchain", null],
    ["test_money", "onchain", null],
    ["unreported_transfer.exact", "onchain", "read"],
  ])("%s of the %s rail: %s", (name, rail, retry) => {
    expect(retryOf(problemOf(name), { rail })).toBe(retry)
  })

  it("is not offered for a problem of a newer release", () => {
    for (const kind of ["later", "webhook_problem"]) {
      expect(retryOf({ kind, reason: "later" }, ONCHAIN)).toBeNull()
    }
  })

  it.each(EXCEPTION_PROBLEMS)("of %j needs a payment", (problem) => {
    expect(retryOf(problem, null)).toBeNull()
  })

  it("reads only onchain payments from the gateway", () => {
    expect(EXCEPTION_PROBLEMS.filter((each) => retryOf(each, HOSTED))).toEqual(
      RETRIED
    )
  })
})

const settled = EXCEPTION_PROBLEMS.filter(
  (problem) => traitsOf(problem).group === "return"
)

describe("money to settle with the buyer", () => {
  it("ranks between money to look for and records", () => {
    expect(EXCEPTION_GROUPS).toEqual(["no_order", "money", "return", "records"])
  })

  it("is what was paid on top, or too much for an order", () => {
    expect(settled.map(nameOf)).toEqual([
      "deposit_mismatch.again",
      "paid_twice",
      "unreported_transfer.again",
      "already_covered",
      "order_without_money",
      "amount_due_changed",
    ])
  })
})
