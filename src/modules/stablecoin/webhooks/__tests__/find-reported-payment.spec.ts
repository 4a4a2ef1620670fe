import type { WebhookReport } from "../../../../gateway"
import type { Payment } from "../../../../ledger"
import { findReportedPayment } from "../find-reported-payment"

const ID = "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b"

/** Payments with only one, created by the gateway under `created`. */
function paymentsWith(created: string) {
  const payment = { id: "stpay_1", gateway_id: created } as Payment
  return {
    find: (where: Partial<Pick<Payment, "id" | "gateway_id">>) =>
      Promise.resolve(
        where.id === payment.id || where.gateway_id === created ? payment : null
      ),
  }
}

const report = (gateway_id: string): WebhookReport => ({
  rail: "onchain",
  event: "payment_order.paid",
  outcome: "paid",
  gateway_id,
})

describe("an event without our order number", () => {
  it.each([
    [ID, ID],
    [ID, ID.toUpperCase()],
    [ID.toUpperCase(), ID],
  ])(
    "finds the payment created as %s when it names %s",
    async (created, named) => {
      expect(
        await findReportedPayment(paymentsWith(created), report(named))
      ).toMatchObject({ id: "stpay_1" })
    }
  )

  it("finds no other payment", async () => {
    const other = ID.replace("9", "8")
    expect(
      await findReportedPayment(paymentsWith(ID), report(other))
    ).toBeNull()
  })
})
