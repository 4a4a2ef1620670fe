import { databaseOf } from "./ledger"
import type { TestStore } from "./store"

/** As if half an hour had passed since payments lost their sessions. */
export async function endGrace(store: TestStore): Promise<void> {
  await databaseOf(store)("stablecoin_payment")
    .whereNotNull("superseded_at")
    .update({ superseded_at: new Date(Date.now() - 30 * 60_000) })
}
