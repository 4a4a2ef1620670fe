import type { Rail } from "../../../ledger"
import type { WebhookOutcome } from "./instruments"
import type { Metrics } from "./metrics"

/** Records a webhook that was answered, or aborted by its sender. */
export function recordWebhook(
  metrics: Metrics,
  rail: Rail,
  outcome: WebhookOutcome,
  seconds: number
): void {
  const attributes = { rail, outcome }
  metrics.add("stablecoin.webhook.received", attributes)
  metrics.record("stablecoin.webhook.request.duration", seconds, attributes)
}
