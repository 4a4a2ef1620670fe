import {
  EXCEPTION_KINDS,
  isOpenUntilReturned,
  lacksOrder,
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

describe("captured money lacks an order", () => {
  const captured = { captured: true, canceled: false }
  const order = { id: "order_1", canceled: false, standing: true }
  it.each<[string, Parameters<typeof lacksOrder>[0], boolean]>([
    [
      "without one",
      { payment: captured, cart_id: "cart_1", order: null },
      true,
    ],
    [
      "whose order was cancelled",
      {
        payment: captured,
        cart_id: "cart_1",
        order: { ...order, canceled: true },
      },
      true,
    ],
    ["with one", { payment: captured, cart_id: "cart_1", order }, false],
    [
      "of a collection without a cart",
      { payment: captured, cart_id: null, order: null },
      false,
    ],
    [
      "that is authorized only",
      {
        payment: { captured: false, canceled: false },
        cart_id: "cart_1",
        order: null,
      },
      false,
    ],
    [
      "that Medusa never captured",
      { payment: null, cart_id: "cart_1", order: null },
      false,
    ],
  ])("%s", (_, medusa, lacks) => {
    expect(lacksOrder(medusa)).toBe(lacks)
  })
})

describe("an exception stays open until all held money is refunded", () => {
  it.each<[string, boolean, boolean]>([
    ["order_missing", true, true],
    ["order_cancelled", true, true],
    // An order exists, or Medusa never captured it.
    ["already_covered", false, false],
    // Other money than the payment's own.
    ["paid_twice", true, false],
  ])("for %s, without its order: %s", (kind, lacks, required) => {
    expect(isOpenUntilReturned(kind, lacks)).toBe(required)
  })
})
