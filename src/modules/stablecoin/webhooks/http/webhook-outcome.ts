import type { WebhookOutcome } from "../../telemetry/instruments"
import type { AcceptedWebhook } from "../accept-webhook"

/** Result of a webhook. `status` overrides the HTTP status of its reason. */
export type Answer = AcceptedWebhook & { status?: number }

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
