import type { WebhookReport } from "../../../../gateway"
import type { Payment } from "../../../../ledger"
import { findReportedPayments } from "../classify-report"

const ID = "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b"

/** Finds a report's payment where these have the names that are queried. */
async function found(
  payments: Partial<Payment>[],
  report: Partial<WebhookReport>
): Promise<string | undefined> {
  const rows = payments.map((each) => ({ rail: "onchain", ...each }) as Payment)
  const [payment] = await findReportedPayments(
    {
      findNamed: async (ids, gatewayIds) =>
        rows.filter(
          ({ id, gateway_id }) =>
            ids.includes(id) || gatewayIds.includes(gateway_id ?? "")
        ),
    },
    [
      {
        rail: "onchain",
        event: "payment_order.paid",
        outcome: "paid",
        ...report,
      },
    ]
  )
  return payment?.id
}

describe("an event without our order number", () => {
  it.each([
    [ID, ID],
    [ID, ID.toUpperCase()],
    [ID.toUpperCase(), ID],
  ])(
    "finds the payment created as %s when it names %s",
    async (gateway_id, named) => {
      const payments = [{ id: "stpay_1", gateway_id }]
      expect(await found(payments, { gateway_id: named })).toBe("stpay_1")
    }
  )

  it("finds no other payment, and none of the other rail", async () => {
    const other = ID.replace("9", "8")
    const payments = [{ id: "stpay_1", gateway_id: ID }]
    expect(await found(payments, { gateway_id: other })).toBeUndefined()
    const hosted = [{ ...payments[0], rail: "hosted" as const }]
    const metadata = { payment_id: "stpay_1" }
    const all = { order_no: "stpay_1", gateway_id: ID, metadata }
    expect(await found(payments, all)).toBe("stpay_1")
    expect(await found(hosted, all)).toBeUndefined()
  })
})

it("an event's order number counts before the gateway's id, and the metadata last", async () => {
  const payments = [
    { id: "stpay_metadata" },
    { id: "stpay_gateway", gateway_id: ID },
    { id: "stpay_order" },
  ]
  const metadata = { payment_id: "stpay_metadata" }
  const all = { order_no: "stpay_order", gateway_id: ID, metadata }
  expect(await found(payments, all)).toBe("stpay_order")
  expect(await found(payments, { ...all, order_no: "x" })).toBe("stpay_gateway")
  expect(await found(payments, { metadata })).toBe("stpay_metadata")
})
