import type { TestStore } from "./store"
import { stablecoinOf } from "./stablecoin"
import { waitFor } from "./wait-for"

/**
 * Waits until nothing is left to do: every webhook was answered and processed,
 * and Medusa matches every payment that has ended.
 */
export async function settled(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  const stablecoin = stablecoinOf(store)
  await waitFor("all deliveries and payments to be settled", async () => {
    const [waiting] = await stablecoin.listStablecoinDeliveries(
      { status: ["received"] },
      { take: 1 }
    )
    const [unsettled] = await stablecoin.listStablecoinPayments(
      {
        status: ["paid", "cancelled", "failed", "abandoned"],
        next_look_at: { $ne: null },
      },
      { take: 1 }
    )
    return !waiting && !unsettled
  })
}
