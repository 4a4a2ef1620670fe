import settleDuePayments from "../../src/jobs/settle-due-payments"
import { databaseOf } from "./ledger"
import { settled } from "./settled"
import type { TestStore } from "./store"
import { waitFor } from "./wait-for"

/** As if hours had passed: whatever was planned is due, and the job takes it up. */
export async function later(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  const db = databaseOf(store)
  const now = new Date()
  await db("stablecoin_payment")
    .whereNotNull("next_look_at")
    .update({ next_look_at: now })
  await db("stablecoin_delivery")
    .whereNotNull("next_attempt_at")
    .update({ next_attempt_at: now })
  await settleDuePayments(store.container)
  await waitFor("every look to be over", async () => {
    const leased = await db("stablecoin_payment")
      .whereNotNull("lease_owner")
      .first("id")
    return !leased
  })
  await settled(store)
}
