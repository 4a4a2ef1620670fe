import { waitFor } from "../../../tools/harness/wait-for"
import auditDepositsJob from "../../../src/jobs/audit-deposits"
import { later } from "../store/later"
import { openExceptions } from "../store/ledger"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"
import { expectConserved, readRefunds } from "./deposits"

async function amountsDue(api: AdminOperations): Promise<string[]> {
  const refunds = await readRefunds(api)
  return refunds.flatMap(({ status, amount }) =>
    status === "due" ? [amount] : []
  )
}

/** Expects money to become due to buyers, once, the newest first. */
export async function expectDue(
  store: TestStore,
  api: AdminOperations,
  ...amounts: string[]
): Promise<void> {
  await waitFor("the refunds due", async () => {
    const due = await amountsDue(api)
    return due.length >= amounts.length
  })
  await later(store)
  await auditDepositsJob(store.container)
  expect(await amountsDue(api)).toEqual(amounts)
  await expectConserved(store, api)
}

/** Expects that no money is returned, and that the merchant is asked nothing. */
export async function expectNothingDue(
  store: TestStore,
  api: AdminOperations
): Promise<void> {
  await later(store)
  await auditDepositsJob(store.container)
  expect(await readRefunds(api)).toEqual([])
  expect(await openExceptions(store)).toEqual([])
  await expectConserved(store, api)
}
