import { PaymentActions } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { waitFor } from "../../../tools/harness/wait-for"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Rail } from "../../../src/ledger"
import { idle } from "./idle"
import { schedules } from "./schedule"
import type { TestStore, OpenPayment } from "./test-store"

/** Lets Medusa place orders again. */
export async function restoreProviders(store: TestStore): Promise<void> {
  await store.db.raw("UPDATE region_payment_provider SET deleted_at = NULL")
}

/** A paid payment whose order Medusa could not place. */
export async function unordered(
  store: TestStore,
  rail: Rail,
  isCaptured: boolean
): Promise<OpenPayment & { exception: string }> {
  const open = await store.openPayment(rail)
  const db = store.db
  await db.raw("UPDATE region_payment_provider SET deleted_at = now()")
  // Not by a webhook: its task is retried within seconds, and would see the
  // obstacle removed.
  const { payments } = store.stablecoin
  const { amount, currency, chain } = (await payments.find({
    id: open.id,
  }))!
  await payments.apply(
    open.id,
    { kind: "paid", amount, currency, ...(chain ? { chain } : {}) },
    "webhook"
  )
  if (isCaptured) {
    // As another plugin captures, whose cart can't be completed then.
    await processPaymentWorkflow(store.container).run({
      input: {
        action: PaymentActions.SUCCESSFUL,
        data: { session_id: open.session.id, amount: 12.5 },
      },
    })
  }
  const exception = await waitFor("the exception", async () => {
    // Simulates enough failed attempts.
    await schedules(db)
      .where({ payment_id: open.id })
      .update({ reconcile_attempts: 5, next_reconcile_at: new Date() })
    await reconcilePaymentsJob(store.container)
    const [opened] = await db("stablecoin_exception").where({
      payment_id: open.id,
    })
    return opened
  })
  // The store's own job may have claimed it, and would schedule it again.
  const inAnHour = new Date(Date.now() + 3_600_000)
  await waitFor("the payment to be left alone", async () => {
    const schedule = schedules(db).where({ payment_id: open.id })
    await schedule
      .clone()
      .update({ next_reconcile_at: inAnHour })
      .increment("revision", 1)
    await idle()
    await store.reconciliationsEnded()
    const left = await schedule.clone().first("next_reconcile_at")
    return left?.next_reconcile_at?.getTime() === inAnHour.getTime()
  })
  // The admin explains the cause by these words of Medusa.
  const cause = expect.stringContaining("not enabled in the cart's region")
  expect(exception).toMatchObject({
    kind: "order_missing",
    ...(isCaptured ? {} : { details: { cause } }),
  })
  return { ...open, exception: String(exception.id) }
}
