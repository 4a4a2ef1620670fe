import {
  EXCEPTION_KINDS,
  isOpenUntilReturned,
  type OrderState,
  type Rail,
  RAILS,
  retryOf,
  SETTLEMENT_KINDS,
} from "../index"

const ONCHAIN = { rail: "onchain" } as const
const HOSTED = { rail: "hosted" } as const

/** A cancelled order is not retried: its money would be due twice. */
const NOT_SETTLED = ["order_cancelled", "chain_disagrees", "unproven"]
const RETRIED = SETTLEMENT_KINDS.filter((kind) => !NOT_SETTLED.includes(kind))

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
    ["order_cancelled", "onchain", null],
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

describe("an exception stays open until all of the money is refunded or due", () => {
  const captured = { captured: true, canceled: false }
  const authorized = { captured: false, canceled: false }
  const order = { id: "order_1", canceled: false, standing: true }
  const UNORDERED = {
    payment: captured,
    cart_id: "cart_1",
    order: null,
    proof_status: null,
  }

  it.each<[string, string, OrderState | undefined, boolean]>([
    ["a missing order, captured", "order_missing", UNORDERED, true],
    [
      "a missing order, authorized",
      "order_missing",
      { ...UNORDERED, payment: authorized },
      true,
    ],
    [
      "a missing order, neither",
      "order_missing",
      { ...UNORDERED, payment: null },
      true,
    ],
    ["an order placed by now", "order_missing", { ...UNORDERED, order }, false],
    [
      "a cancelled order",
      "order_cancelled",
      { ...UNORDERED, order: { ...order, canceled: true } },
      true,
    ],
    ["a duplicate without an order", "already_covered", UNORDERED, true],
    [
      "a duplicate that is not captured",
      "already_covered",
      { ...UNORDERED, payment: authorized },
      false,
    ],
    [
      "a collection without a cart",
      "order_missing",
      { ...UNORDERED, cart_id: null },
      false,
    ],
    [
      "a missing order, of money that the chain contradicts",
      "order_missing",
      { ...UNORDERED, payment: null, proof_status: "contradicted" },
      false,
    ],
    [
      "a missing order, of money that the chain does not show",
      "order_missing",
      { ...UNORDERED, payment: null, proof_status: "not_found" },
      false,
    ],
    ["other money than the payment's own", "paid_twice", UNORDERED, false],
    ["an unknown payment", "order_missing", undefined, false],
  ])("%s", (_, kind, medusa, required) => {
    expect(isOpenUntilReturned(kind, medusa)).toBe(required)
  })
})
