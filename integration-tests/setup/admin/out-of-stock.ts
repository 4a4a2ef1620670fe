import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import type { Rail } from "../../../src/ledger"
import { waitFor } from "../../../tools/harness/wait-for"
import { idle } from "../store/idle"
import { reconciliationsEnded } from "../store/later"
import { databaseOf, openExceptions } from "../store/ledger"
import { openPayment, type OpenPayment } from "../store/open-payment"
import { schedules } from "../store/schedule"
import { payUntilKnown } from "../store/settled"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"
import { type DepositException, readOpenException } from "./deposits"

/** A payment that the merchant has to decide about. */
export type UndecidedPayment = OpenPayment & { exception: DepositException }

/** Sets how many pieces of the store's only product are left. */
export async function setStock(
  { admin }: AdminOperations,
  stocked_quantity: number
): Promise<void> {
  const { inventory_items } = await admin.get<{
    inventory_items: {
      id: string
      location_levels: { location_id: string }[]
    }[]
  }>("/admin/inventory-items?fields=id,location_levels.location_id")
  const [item] = inventory_items
  const [level] = item!.location_levels
  await admin.post(
    `/admin/inventory-items/${item!.id}/location-levels/${level!.location_id}`,
    { stocked_quantity }
  )
}

/** A payment that is paid, and whose order Medusa can't place. */
export async function outOfStock(
  store: TestStore,
  api: AdminOperations,
  rail: Rail
): Promise<UndecidedPayment> {
  const open = await openPayment(store, rail)
  await setStock(api, 0)
  await payUntilKnown(store, open)
  await exceptionAfterRetries(store, open)
  const exception = await readOpenException(api)
  expect(exception).toMatchObject({
    kind: "sold_out",
    held: { amount: "12.50" },
  })
  return { ...open, exception }
}

/** Lets a paid payment fail to be settled until an exception names it. */
export async function exceptionAfterRetries(
  store: TestStore,
  { id }: Pick<OpenPayment, "id">
): Promise<void> {
  await waitFor("the exception", async () => {
    // Simulates enough failed attempts.
    await schedules(databaseOf(store))
      .where({ payment_id: id })
      .update({ reconcile_attempts: 5, next_reconcile_at: new Date() })
    await reconcilePaymentsJob(store.container)
    return (await openExceptions(store)).length > 0
  })
  await idle()
  await reconciliationsEnded(store)
}
