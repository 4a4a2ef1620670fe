import type StablecoinModuleService from "../../modules/stablecoin/service"
import { processWebhookEvents } from "./process-webhook-events"
import { Failures } from "./failures"
import { reconcileDuePayments } from "./reconcile-due-payments"
import type { PaymentsLine } from "./pass"

/** Less than the minute after which the job runs again. */
const LASTS_MS = 50_000

/** What a pass did. */
export type Reconciled = {
  /** Payments that were looked at. */
  reconciled: number
  /** Calls of the gateway. */
  read: number
  /** What would have been lost from sight: payments that ended, and webhooks that were not processed. */
  recovered: { paid: number; cancelled: number; webhooks: number }
  /** Whether a gateway answered 429, and is asked about the rest later. */
  slowed: boolean
}

export type ReconcileParts = Pick<PaymentsLine, "settle" | "owner"> & {
  stablecoin: Pick<
    StablecoinModuleService,
    "accounts" | "adminSettings" | "reconciliation" | "webhookEvents"
  >
  drive(webhookEventId: string): Promise<void>
}

/**
 * Takes up what a dead process left behind and what is due for a look, until
 * nothing is or its time is up. Any number of processes may do it at once.
 *
 * @returns what it did, and a sentence for each kind of thing that did not work
 */
export async function reconcile({
  stablecoin,
  settle,
  drive,
  owner,
}: ReconcileParts): Promise<{ result: Reconciled; failures: string[] }> {
  const { accounts, reconciliation } = stablecoin
  const endsAt = performance.now() + LASTS_MS
  const isOver = () => performance.now() >= endsAt
  const unprocessed = new Failures("webhooks could not be processed")
  const unread = new Failures("payments could not be asked about")
  const unsettled = new Failures("payments could not be settled")

  await accounts.refresh()
  await stablecoin.adminSettings.refresh()
  const [webhookEvents, { paid, cancelled, ...counts }] = await Promise.all([
    processWebhookEvents({
      due: (limit) => stablecoin.webhookEvents.claimDue(limit),
      // What they can't be sorted out for fails the driving too, which tells it.
      triage: (ids) =>
        stablecoin.webhookEvents.triageLeft(ids).catch(() => [...ids]),
      drive,
      isOver,
      failures: unprocessed,
    }),
    reconcileDuePayments({
      reconciliation,
      settle,
      owner,
      isOver,
      unread,
      unsettled,
    }),
  ])
  await reconciliation.reviewNeverAnswered()
  await reconciliation.recordMissedRefunds()
  return {
    result: {
      ...counts,
      recovered: { paid, cancelled, webhooks: webhookEvents },
    },
    failures: [unprocessed, unread, unsettled].flatMap(
      ({ line }) => line ?? []
    ),
  }
}
