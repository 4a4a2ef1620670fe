import type { AcceptedWebhook } from "../../../modules/stablecoin/webhooks/accept-webhook"
import type { WebhookOutcome } from "../../../modules/stablecoin/telemetry/instruments"

/** The result of a webhook as the metrics name it, by HTTP status where there is no reason. */
export type Answer = AcceptedWebhook & { status?: number }

/**
 * The outcome that a webhook is counted by.
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
