import { metrics } from "@medusajs/framework/opentelemetry/api"
import type { ObservedRequest } from "../../../gateway"
import type { Rail } from "../../../ledger"

/**
 * Counters and a histogram of this process. Every label has a fixed list of
 * values, so that none grows with traffic.
 *
 * An instrument that is made before an SDK registers stays a no-op, so each call
 * asks for its own. An SDK returns the same one for the same name.
 */
export const meter = () => metrics.getMeter("medusa-payment-stablecoin")

export const WEBHOOK_OUTCOMES = [
  "accepted",
  "duplicate",
  "probe",
  "unsigned",
  "bad_signature",
  "bad_body",
  "too_large",
  "compressed",
  "unavailable",
  "aborted",
] as const
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number]

/** Counts a webhook that arrived, by the response. */
export function countWebhook(rail: Rail, outcome: WebhookOutcome): void {
  meter()
    .createCounter("stablecoin.webhook.received", {
      unit: "{webhook}",
      description: "Webhooks that arrived, by the response",
    })
    .add(1, { rail, outcome })
}

export const PROCESSING_OUTCOMES = [
  "processed",
  "ignored",
  "failed",
  "dead",
] as const
export type ProcessingOutcome = (typeof PROCESSING_OUTCOMES)[number]

/** Counts an attempt to process a stored webhook. */
export function countProcessing(outcome: ProcessingOutcome): void {
  meter()
    .createCounter("stablecoin.webhook.processed", {
      unit: "{webhook}",
      description: "Attempts to process a stored webhook, by result",
    })
    .add(1, { outcome })
}

export const SETTLE_OUTCOMES = [
  "captured",
  "authorized",
  "changed",
  "unchanged",
  "stuck",
  "failed",
] as const
export type SettleOutcome = (typeof SETTLE_OUTCOMES)[number]

/** Counts an attempt to settle a payment. */
export function countSettling(outcome: SettleOutcome): void {
  meter()
    .createCounter("stablecoin.settle.runs", {
      unit: "{run}",
      description: "Attempts to make Medusa match the ledger, by result",
    })
    .add(1, { outcome })
}

export const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const

/** Bounds that OpenTelemetry recommends for HTTP requests, in seconds. */
const HTTP_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30,
]

/** Records the duration of one request of a rail's client. */
export function recordRequest(
  rail: Rail,
  { operation, durationMs, status = 0, code }: ObservedRequest
): void {
  meter()
    .createHistogram("stablecoin.gateway.request.duration", {
      unit: "s",
      description: "Duration of one HTTP request to the gateway",
      advice: { explicitBucketBoundaries: HTTP_SECONDS },
    })
    .record(durationMs / 1_000, {
      rail,
      operation,
      status: STATUS_CLASSES[Math.floor(status / 100) - 1] ?? "none",
      outcome: code ?? "ok",
    })
}
