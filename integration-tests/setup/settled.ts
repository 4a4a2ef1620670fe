import { isIdle } from "./idle"
import { databaseOf } from "./ledger"
import type { TestStore } from "./store"
import { stablecoinOf } from "./stablecoin"
import { waitFor } from "./wait-for"

/**
 * Waits until nothing is left to do: every webhook was answered and processed,
 * Medusa matches every payment that has ended, and no worker is still at it. A
 * webhook counts as processed before the look that follows it is over, and that
 * look would see what a test does next.
 */
export async function settled(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  const stablecoin = stablecoinOf(store)
  const db = databaseOf(store)
  await waitFor("all deliveries and payments to be settled", async () => {
    const [waiting] = await stablecoin.listStablecoinDeliveries(
      { status: ["received"] },
      { take: 1 }
    )
    const unsettled = await db("stablecoin_payment")
      .whereIn("status", ["paid", "cancelled", "failed", "abandoned"])
      .whereNotNull("next_look_at")
      // An order that waits for a hosted success is looked at when its time is up.
      .whereRaw("next_look_at <> expires_at")
      .first("id")
    return isIdle() && !waiting && !unsettled
  })
}
