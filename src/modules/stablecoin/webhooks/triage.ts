import type { WebhookReport } from "../../../gateway"
import {
  type Fact,
  changesPayment,
  isOpen,
  type Payment,
} from "../../../ledger"
import { findReportedPayment, spellingsOf } from "./find-reported-payment"
import { classifyReport } from "./classify-report"
import type { Repository } from "../repository"
import type { FinishedWebhookEvent } from "../repository/webhook-events/finish-webhook-events"
import type { SignerScope } from "./webhook-signers"

/** A stored webhook with its parsed report. */
export type ArrivedWebhookEvent = {
  id: string
  report: WebhookReport
  signed_for: readonly SignerScope[]
}

/**
 * Finishes the webhooks that change nothing, in two statements: those of other
 * stores, and those that repeat the known state of an open payment.
 *
 * @param store this store's name in its payments' metadata
 * @param onEnded called for each finished webhook
 * @returns for each webhook, in order, whether it still has to be processed
 */
export async function triage(
  repository: {
    payments: Pick<Repository["payments"], "findNamed">
    webhookEvents: Pick<Repository["webhookEvents"], "finishAll">
  },
  arrived: readonly ArrivedWebhookEvent[],
  { store, now }: { store: string | undefined; now: Date },
  onEnded: (status: FinishedWebhookEvent["status"]) => void
): Promise<PromiseSettledResult<boolean>[]> {
  const payments = await findPayments(repository, arrived)
  const idle: FinishedWebhookEvent[] = []
  for (const { id, report, signed_for } of arrived) {
    const payment = await findReportedPayment(payments, report)
    const judged = classifyReport(report, payment, signed_for, store)
    if (judged.is === "foreign") {
      const error = judged.reason
      idle.push({ id, status: "ignored", is_foreign: true, error })
    } else if (judged.is === "nothing") {
      const { payment, reason: error } = judged
      idle.push({ id, status: "ignored", payment_id: payment.id, error })
    } else if (
      judged.is === "fact" &&
      changesNothing(judged.payment, judged.fact, now)
    ) {
      idle.push({ id, status: "processed", payment_id: judged.payment.id })
    }
  }
  const failedBefore = idle.length
    ? await repository.webhookEvents.finishAll(idle, now)
    : []
  const isDone = new Set(idle.map(({ id }) => id))
  failedBefore.forEach((id) => isDone.delete(id))
  idle.forEach(({ id, status }) => isDone.has(id) && onEnded(status))
  return arrived.map(({ id }) => ({
    status: "fulfilled",
    value: !isDone.has(id),
  }))
}

/** Reads all payments that the reports may be about, in one query. */
async function findPayments(
  repository: { payments: Pick<Repository["payments"], "findNamed"> },
  arrived: readonly ArrivedWebhookEvent[]
): Promise<Pick<Repository["payments"], "find">> {
  const reports = arrived.map(({ report }) => report)
  const found = await repository.payments.findNamed(
    reports.flatMap(({ order_no, metadata }) =>
      [order_no, metadata?.payment_id].filter((id) => typeof id === "string")
    ),
    reports.flatMap(({ gateway_id }) => spellingsOf(gateway_id))
  )
  return {
    find: async ({ rail, ...where }) => {
      const { id, gateway_id } = where
      const payment = found.find(
        (each) =>
          each.rail === rail &&
          (id === undefined || each.id === id) &&
          (gateway_id === undefined || each.gateway_id === gateway_id)
      )
      return payment ?? null
    },
  }
}

/**
 * An open payment that stays unchanged has nothing to settle because of this
 * fact. Facts only advance the status: one that changes nothing now changes no
 * later status either, so no row lock is needed.
 */
function changesNothing(payment: Payment, fact: Fact, now: Date): boolean {
  return isOpen(payment) && !changesPayment(payment, fact, now)
}
