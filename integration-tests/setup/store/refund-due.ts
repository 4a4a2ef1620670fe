import { databaseOf } from "./ledger"
import { stablecoinOf } from "./stablecoin"
import type { TestStore } from "./store"

/** Writes a refund due of a paid payment, as if Medusa had not captured it. */
export async function writeRefundDue(
  store: TestStore,
  payment_id: string,
  reason: string
): Promise<void> {
  await databaseOf(store)("stablecoin_allocation").delete()
  await stablecoinOf(store).refunds.refundRemainder(payment_id, reason)
}
