import type StablecoinModuleService from "../../modules/stablecoin/service"
import { DuePayments } from "./due-payments"
import { Failures } from "./failures"

/** Less than the minute after which the job runs again. */
const LASTS_MS = 50_000

/** Result of a pass. */
export type Reconciled = {
  /** Payments that were reconciled. */
  reconciled: number
  /** Calls to the gateway. */
  read: number
  /** Payments that ended, which would otherwise have been missed. */
  recovered: { paid: number; cancelled: number }
  /** Whether a gateway responded with 429 and is read later for the rest. */
  slowed: boolean
}

export type ReconcileParts = {
  /** Makes Medusa match one payment, and finishes its reconciliation. */
  settle(paymentId: string): Promise<void>
  /** Identifies this pass in its leases. */
  owner: string
  stablecoin: Pick<
    StablecoinModuleService,
    "accounts" | "settings" | "reconciliation" | "webhookEvents"
  >
}

/**
 * Processes what a dead process left behind and what is due, until nothing is
 * left or the time is up. Any number of processes may run it concurrently.
 *
 * @returns its result, and a sentence per kind of failure
 */
export async function reconcile({
  stablecoin,
  settle,
  owner,
}: ReconcileParts): Promise<{ result: Reconciled; failures: string[] }> {
  const { reconciliation } = stablecoin
  const endsAt = performance.now() + LASTS_MS
  const isOver = () => performance.now() >= endsAt
  const unprocessed = new Failures("webhooks could not be processed")
  const unread = new Failures("payments could not be read from the gateway")
  const unsettled = new Failures("payments could not be settled")

  const settleOne = async (id: string): Promise<void> =>
    await settle(id).catch((error: unknown) => unsettled.add(id, error))

  await stablecoin.settings.refresh()
  const due = new DuePayments({
    reconciliation,
    settle,
    owner,
    isOver,
    unread,
    unsettled,
  })
  await Promise.all([
    due.reconcile(),
    stablecoin.webhookEvents.processDue({
      settle: settleOne,
      failed: ({ id, error }) => unprocessed.add(id, error),
      isOver,
    }),
  ])
  await reconciliation.reviewNeverAnswered()
  for (const id of await reconciliation.recordMissedRefunds()) {
    await settleOne(id)
  }
  const { paid, cancelled, ...counts } = due.counts
  return {
    result: {
      ...counts,
      recovered: { paid, cancelled },
      slowed: due.isSlowed,
    },
    failures: [unprocessed, unread, unsettled].flatMap(
      ({ line }) => line ?? []
    ),
  }
}
