import { encodeTime } from "ulid"
import type { WebhookReport } from "../../../../gateway"
import { classifyReport } from "../classify-report"

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
