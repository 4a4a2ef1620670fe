import { PaymentActions } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { waitFor } from "../../../tools/harness/wait-for"
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
  isCaptured: boolean
): Promise<OpenPayment & { exception: string }> {
  const open = await store.openPayment("onchain")
  await store.db.raw("UPDATE region_payment_provider SET deleted_at = now()")
  // Not by a webhook: its task is retried within seconds, and would see the
  // obstacle removed.
  await store.stablecoin.payments.apply(
    open.id,
    {
      kind: "paid",
      amount: "12.50",
      currency: "USDT",
      chain: "POLYGON",
      tx_hash: `0x${open.id}`,
    },
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
  await store.exceptionAfterRetries(open)
  // The store's own job may have claimed it, and would schedule it again.
  const inAnHour = new Date(Date.now() + 3_600_000)
  await waitFor("the payment to be left alone", async () => {
    const schedule = schedules(store.db).where({ payment_id: open.id })
    await schedule
      .clone()
      .update({ next_reconcile_at: inAnHour })
      .increment("revision", 1)
    await idle()
    await store.reconciliationsEnded()
    const left = await schedule.clone().first("next_reconcile_at")
    return left?.next_reconcile_at?.getTime() === inAnHour.getTime()
  })
  const [exception] = await store
    .db("stablecoin_exception")
    .where({ payment_id: open.id })
  // The admin explains the cause by these words of Medusa.
  const cause = expect.stringContaining("not enabled in the cart's region")
  expect(exception).toMatchObject({
    kind: "order_missing",
    ...(isCaptured ? {} : { details: { cause } }),
  })
  return { ...open, exception: String(exception.id) }
}
