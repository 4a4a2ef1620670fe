import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import { isIdle } from "./idle"
import { databaseOf } from "./ledger"
import { schedules } from "./schedule"
import { settledByJob } from "./settled"
import type { TestStore } from "./store"
import { waitFor } from "../../../tools/harness/wait-for"

/**
 * Simulates that hours have passed: makes everything scheduled due and runs the
 * job.
 */
export async function later(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  // A running task may have read the state before the test's last change.
  await waitFor("running tasks to end", () => Promise.resolve(isIdle()))
  await reconciliationsEnded(store)
  const db = databaseOf(store)
  const now = new Date()
  await schedules(db)
    .whereNotNull("next_reconcile_at")
    .update({ next_reconcile_at: now })
  await db("stablecoin_webhook_event")
    .whereNotNull("next_attempt_at")
    .update({ next_attempt_at: now })
  const runPass = async () => {
    await reconcilePaymentsJob(store.container)
    await reconciliationsEnded(store)
  }
  await runPass()
  await settledByJob(store, runPass)
}

/**
 * Waits until no payment is claimed. The store's own job may have claimed one
 * that a pass of the test was meant for.
 */
export async function reconciliationsEnded(store: TestStore): Promise<void> {
  await waitFor("every reconciliation to end", async () => {
    const leased = await schedules(databaseOf(store))
      .whereNotNull("lease_owner")
      .first("payment_id")
    return !leased
  })
}
