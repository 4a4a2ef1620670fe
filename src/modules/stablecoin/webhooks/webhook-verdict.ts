import type { WebhookReport } from "../../../gateway"
import { changesPayment, isOpen } from "../../../ledger"
import type { WebhookEventRow } from "../repository/tables"
import { MAX_ATTEMPTS } from "../repository/webhook-events/webhook-event-retries"
import type { WebhookEventVerdict } from "../repository/webhook-events/webhook-events"
import { PARSE_WEBHOOK } from "./accept-webhook"
import type { JudgedReport } from "./classify-report"

/**
 * @throws when it can't be read, such as after an update of the plugin, or must
 *   not be tried again
 */
export function reportOf({
  rail,
  body,
  attempts,
}: WebhookEventRow): WebhookReport {
  if (attempts > MAX_ATTEMPTS) {
    throw new Error("Each attempt was interrupted: the process may have ended.")
  }
  if (body === null) {
    throw new Error("Its body was erased while it waited to be processed.")
  }
  return PARSE_WEBHOOK[rail](Buffer.from(body, "utf8"))
}

/**
 * The verdict of a webhook that changes nothing, or null.
 *
 * An open payment that stays unchanged has nothing to settle because of this
 * fact. Facts only advance the status: one that changes nothing now changes no
 * later status either, so no row lock is needed.
 */
export function verdictOf(
  event: WebhookEventRow,
  judged: JudgedReport,
  now: Date
): WebhookEventVerdict | null {
  switch (judged.is) {
    case "foreign":
    case "nothing":
      return ignored(event, judged)
    case "fact": {
      const { payment, fact } = judged
      return isOpen(payment) && !changesPayment(payment, fact, now)
        ? {
            id: event.id,
            status: "processed",
            payment_id: payment.id,
            error: null,
          }
        : null
    }
    default:
      return null
  }
}

/** The verdict of a webhook that concerns no payment, or nothing of one. */
export function ignored(
  { id, signed_for }: WebhookEventRow,
  judged: Exclude<JudgedReport, { is: "fact" }>
): WebhookEventVerdict {
  return {
    id,
    status: "ignored",
    payment_id: "payment" in judged ? judged.payment.id : null,
    error: judged.reason,
    is_foreign: judged.is === "foreign",
    signed_for,
  }
}
