import type { Rail } from "../../../ledger"
import type { AttributesOf, WebhookOutcome } from "./instruments"

type Received = "stablecoin.webhook.received"
type Duration = "stablecoin.webhook.request.duration"

/** The instruments of a route that receives webhooks. */
export type WebhookMetrics = {
  add(name: Received, attributes: AttributesOf<Received>): void
  record(
    name: Duration,
    seconds: number,
    attributes: AttributesOf<Duration>
  ): void
}

/** Records a webhook that was answered, or aborted by its sender. */
export function recordWebhook(
  metrics: WebhookMetrics,
  rail: Rail,
  outcome: WebhookOutcome,
  seconds: number
): void {
  const attributes = { rail, outcome }
  metrics.add("stablecoin.webhook.received", attributes)
  metrics.record("stablecoin.webhook.request.duration", seconds, attributes)
}
