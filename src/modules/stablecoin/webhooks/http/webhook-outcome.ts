import type { StoredWebhookEvent } from "../../repository/webhook-events/webhook-events"
import type { WebhookOutcome } from "../../telemetry/instruments"
import type { AcceptedWebhook } from "../accept-webhook"

/** A rejected webhook. `status` overrides the HTTP status of its reason. */
export type Refused = Extract<AcceptedWebhook, { ok: false }> & {
  status?: number
}

/** Result of a webhook. */
export type Answer =
  | Refused
  | { ok: true; isProbe: true }
  | {
      ok: true
      isProbe: false
      webhookEvent: Pick<StoredWebhookEvent, "is_new">
    }

/**
 * Returns the outcome that a webhook is counted under.
 *
 * @param isSigned whether it has a signature at all: scanners send none
 */
export function outcomeOf(answer: Answer, isSigned: boolean): WebhookOutcome {
  if (answer.ok) {
    if (answer.isProbe) {
      return "probe"
    }
    return answer.webhookEvent.is_new ? "accepted" : "duplicate"
  }
  switch (answer.reason) {
    case "unauthorized":
      return isSigned ? "bad_signature" : "unsigned"
    case "unavailable":
      return "unavailable"
    case "invalid_data":
      return refusedBody(answer.status)
  }
}

function refusedBody(status: number | undefined): WebhookOutcome {
  switch (status) {
    case 413:
      return "too_large"
    case 415:
      return "compressed"
    default:
      return "bad_body"
  }
}
