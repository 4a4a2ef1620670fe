import type { Payment } from "../../../src/ledger"
import { pendingPayment, type TestLedger } from "./test-ledger"

/** A payment that was paid in full on Polygon. */
export async function paidPayment(
  ledger: TestLedger,
  id = "stpay_1"
): Promise<Payment> {
  const { amount, currency } = await pendingPayment(ledger, { id })
  const applied = await ledger.service.payments.apply(
    id,
    { kind: "paid", amount, currency, chain: "POLYGON" },
    "webhook"
  )
  ledger.announced.length = 0
  return applied!.payment
}

/**
 * Requests a refund as Medusa does, which stores it before it calls the
 * provider.
 */
export async function requestRefund(
  { db, service }: TestLedger,
  payment: Payment,
  refund: string,
  cart_amount: string
) {
  await db("refund").insert({ id: refund }).onConflict("id").ignore()
  return await service.refunds.record({
    payment_id: payment.id,
    medusa_refund_id: refund,
    cart_amount,
  })
}
