import { isIdle } from "./idle"
import { databaseOf } from "./ledger"
import type { TestStore } from "./store"
import { waitFor } from "../wait-for"

/**
 * Waits until all work is done: every webhook was answered and processed,
 * Medusa matches every payment that has ended, and no task is running. A
 * webhook counts as processed before the reconciliation that follows it has
 * ended, which would see the next changes of a test.
 */
export async function settled(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  const db = databaseOf(store)
  await waitFor("all webhooks and payments to be settled", async () => {
    if (!(await hasNoTasks(store))) {
      return false
    }
    const unsettled = await db("stablecoin_payment as payment")
      .join(
        "stablecoin_schedule as schedule",
        "schedule.payment_id",
        "payment.id"
      )
      .whereIn("payment.status", ["paid", "cancelled", "failed", "abandoned"])
      .whereNotNull("next_reconcile_at")
      // An order that waits for a hosted success is reconciled when it expires.
      .whereRaw("next_reconcile_at <> expires_at")
      // The job reads a paid payment's missing transaction hash after all else
      // is settled.
      .whereRaw(
        "NOT (payment.status = 'paid' AND rail = 'onchain' AND tx_hash IS NULL)"
      )
      .first("payment.id")
    return isIdle() && !unsettled
  })
}

/**
 * Waits until every webhook is processed and no task is running. Payments that
 * the job has to reconcile may be due.
 */
export async function processed(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  await waitFor("all webhooks to be processed", () => hasNoTasks(store))
}

async function hasNoTasks(store: TestStore): Promise<boolean> {
  // Checked first: queries in this process would slow down the work it waits
  // for.
  if (!isIdle()) {
    return false
  }
  const waiting = await databaseOf(store)("stablecoin_webhook_event")
    .where({ status: "received", deleted_at: null })
    .first("id")
  return isIdle() && !waiting
}
