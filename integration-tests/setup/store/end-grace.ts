import { databaseOf } from "./ledger"
import type { TestStore } from "./store"

/** Simulates that half an hour has passed since payments were superseded. */
export async function endGrace(store: TestStore): Promise<void> {
  await databaseOf(store)("stablecoin_payment")
    .whereNotNull("superseded_at")
    .update({ superseded_at: new Date(Date.now() - 30 * 60_000) })
}
