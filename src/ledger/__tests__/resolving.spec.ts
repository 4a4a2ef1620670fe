import {
  EXCEPTION_KINDS,
  type Rail,
  RAILS,
  retryOf,
  SETTLEMENT_KINDS,
} from "../index"

const ONCHAIN = { rail: "onchain" } as const
const HOSTED = { rail: "hosted" } as const

const NOT_SETTLED = ["chain_disagrees", "unproven"]
const RETRIED = EXCEPTION_KINDS.filter(
  (kind) =>
    !NOT_SETTLED.includes(kind) &&
    [...SETTLEMENT_KINDS, "unbalanced"].includes(kind)
)

describe("retrying an exception", () => {
  it.each(RETRIED)("settles the payment of %s again", (kind) => {
    for (const rail of RAILS) {
      expect(retryOf(kind, { rail })).toBe("settle")
    }
  })

  it.each<[string, Rail, "read" | "prove" | null]>([
    ["chain_disagrees", "onchain", "prove"],
    ["unproven", "onchain", "prove"],
    ["transfer_short", "onchain", null],
    ["unknown_at_gateway", "onchain", "read"],
    ["unreadable_event", "onchain", "read"],
    ["never_answered", "onchain", "read"],
    ["unreadable_event", "hosted", null],
    ["never_answered", "hosted", null],
    ["amount_mismatch", "onchain", null],
    ["transfer_reused", "onchain", null],
    ["refund_due", "onchain", null],
    ["transfer_unconfirmed", "onchain", "read"],
    ["a kind of a newer release", "onchain", null],
  ])("%s of the %s rail: %s", (kind, rail, retry) => {
    expect(retryOf(kind, { rail })).toBe(retry)
  })

  it.each(EXCEPTION_KINDS)("of %s needs a payment", (kind) => {
    expect(retryOf(kind, null)).toBeNull()
  })

  it("reads only onchain payments from the gateway", () => {
    expect(EXCEPTION_KINDS.filter((kind) => retryOf(kind, HOSTED))).toEqual([
      ...RETRIED,
    ])
    expect(retryOf("unknown_at_gateway", ONCHAIN)).toBe("read")
  })
})
