import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isIdle } from "./idle"
import { databaseOf, readPayment } from "./ledger"
import type { OpenPayment } from "./open-payment"
import type { TestStore } from "./store"
import { PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"
import { waitFor } from "../../../tools/harness/wait-for"

/**
 * Waits until all work is done: every webhook was answered and processed,
 * Medusa matches every payment that has ended, and no task is running. A
 * webhook counts as processed before the reconciliation that follows it has
 * ended, which would see the next changes of a test.
 */
export async function settled(store: TestStore): Promise<void> {
  await store.sandbox.settled()
  await waitFor("all webhooks and payments to be settled", () =>
    isSettled(store)
  )
}

/** The buyer pays an order of the gateway, and all that follows is done. */
export async function payAndSettle(
  store: TestStore,
  orderNo: string
): Promise<void> {
  await store.sandbox.pay({ orderNo })
  await settled(store)
}

/** The gateway reports that another amount was paid, and all is done. */
export async function reportAmount(
  store: TestStore,
  { rail, id }: Pick<OpenPayment, "rail" | "id">,
  amount: number
): Promise<void> {
  store.sandbox.trigger(PAID_EVENTS[rail], { orderNo: id }, { amount })
  await settled(store)
}

/** The buyer pays, and the ledger knows. Medusa may not. */
export async function payUntilKnown(
  store: TestStore,
  { id }: Pick<OpenPayment, "id">
): Promise<void> {
  await store.sandbox.pay({ orderNo: id })
  await waitFor("the money to be in the ledger", async () => {
    const { status } = await readPayment(store, id)
    return status === "paid"
  })
}

/**
 * Like `settled`, and runs a pass of the job whenever the last one has left
 * something due, as the job does every minute.
 *
 * @param runPass runs a pass of the job
 */
export async function settledByJob(
  store: TestStore,
  runPass: () => Promise<void>
): Promise<void> {
  await store.sandbox.settled()
  await waitFor("the job to settle all webhooks and payments", async () => {
    if (await isSettled(store)) {
      return true
    }
    const due = await unsettledPayments(databaseOf(store))
      .where("next_reconcile_at", "<=", new Date())
      .whereNull("lease_owner")
      .first("payment.id")
    if (due) {
      await runPass()
    }
    return false
  })
}

async function isSettled(store: TestStore): Promise<boolean> {
  // Checked first: queries in this process would slow down the work it waits
  // for.
  if (!isIdle()) {
    return false
  }
  const db = databaseOf(store)
  // Unverified webhooks are stored in the background, and report nothing.
  const waiting = await db("stablecoin_webhook_event")
    .where({ status: "received", signature: null, deleted_at: null })
    .first("id")
  const unsettled = await unsettledPayments(db).first("payment.id")
  return isIdle() && !waiting && !unsettled
}

function unsettledPayments(db: Knex): Knex.QueryBuilder {
  return (
    db("stablecoin_payment as payment")
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
  )
}
