import type { TestStore } from "./test-store"

/** Writes a refund due of a paid payment, as if Medusa had not captured it. */
export async function writeRefundDue(
  store: TestStore,
  payment_id: string,
  reason: string
): Promise<void> {
  await store.db("stablecoin_allocation").delete()
  await store.stablecoin.refunds.refundRemainder(payment_id, reason)
}
