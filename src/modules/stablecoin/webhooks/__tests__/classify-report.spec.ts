import { encodeTime } from "ulid"
import type { GatewayReport, WebhookReport } from "../../../../gateway"
import type { Fact } from "../../../../ledger"
import { classifyReport, factOf } from "../classify-report"

const STARTED = Date.parse("2026-06-01T00:00:00Z")
/** The id of our payment that was deleted since. */
const DELETED = `stpay_${encodeTime(STARTED, 10)}ABCDEFGHJKMNPQRS`

const paid = (changes: Partial<WebhookReport> = {}): WebhookReport => ({
  rail: "onchain",
  event: "payment_order.paid",
  outcome: "paid",
  order_no: DELETED,
  ...changes,
})
const signed = (created_before: string | null) => [
  { account: "onchain_1", created_before },
]

describe("money for a deleted payment", () => {
  it.each<[string, string | null]>([
    ["a secret in use", null],
    ["a secret that was replaced after the payment", "2026-06-02T00:00:00Z"],
  ])(
    "is reported as an unknown payment if %s signed it",
    (_, created_before) => {
      expect(
        classifyReport(paid(), null, signed(created_before))
      ).toMatchObject({
        is: "unknown payment",
        payment_id: DELETED,
      })
    }
  )

  it("is foreign if the secret was replaced before the payment", () => {
    const scopes = signed("2026-05-31T00:00:00Z")
    expect(classifyReport(paid(), null, scopes)).toMatchObject({
      is: "foreign",
    })
  })

  it("is foreign with the order number of another store", () => {
    for (const order_no of [
      "another-store-1",
      "stpay_1",
      "stpay_Z".padEnd(32, "Z"),
    ]) {
      const classified = classifyReport(paid({ order_no }), null, signed(null))
      expect(classified).toMatchObject({ is: "foreign" })
    }
  })
})

const money = { amount: "12.50", currency: "USDT" }

it.each<[string, GatewayReport, Fact | null]>([
  ["a creation", { outcome: "created" }, { kind: "opened" }],
  [
    "a creation with its id",
    { outcome: "created", gateway_id: "g" },
    { kind: "opened", gateway_id: "g" },
  ],
  [
    "a payment",
    { outcome: "paid", gateway_id: "g", paid: money },
    { kind: "paid", ...money, gateway_id: "g" },
  ],
  [
    "a payment without an id",
    { outcome: "paid", paid: money },
    { kind: "paid", ...money },
  ],
  [
    "a malformed payment",
    { outcome: "paid", gateway_id: "g", malformed: "the amount is missing" },
    { kind: "unreadable", problem: "the amount is missing" },
  ],
  [
    "a payment without details",
    { outcome: "paid" },
    { kind: "unreadable", problem: expect.stringContaining("no payment") },
  ],
  [
    "a failure",
    { outcome: "failed", gateway_id: "g" },
    { kind: "failed", gateway_id: "g" },
  ],
  ["a cancellation", { outcome: "cancelled" }, { kind: "cancelled" }],
  ["anything else", { outcome: "unknown", gateway_id: "g" }, null],
])("%s becomes its fact", (_, report, fact) => {
  expect(factOf(report)).toEqual(fact)
})
