import { GATEWAY_ERROR_CODES } from "../../../gateway"
import { HEALTH_STATUSES } from "../../../http-types"
import { EXCEPTION_KINDS, EXCEPTION_REASONS, RAILS } from "../../../ledger"
import {
  ORDER_BUCKETS,
  PASS_BUCKETS,
  REQUEST_BUCKETS,
  WEBHOOK_BUCKETS,
} from "./histogram-buckets"

/**
 * Names and values of a metric's labels. Each has a fixed list of values, so
 * that no label grows with traffic.
 */
type AttributeValues = Readonly<Record<string, readonly string[]>>

type Instrument = {
  /** `sum` and `gauge` are observed when an SDK collects; the others are recorded. */
  kind: "counter" | "histogram" | "sum" | "gauge"
  unit: string
  description: string
  attributes: AttributeValues
  /** Upper bounds of a histogram's buckets, in its unit. */
  buckets?: readonly number[]
}

/** A problem's labels. Another version may have kinds that this one lacks. */
const PROBLEM = {
  kind: [...EXCEPTION_KINDS, "other"],
  reason: [...EXCEPTION_REASONS, "none"],
} as const

/** Results of a webhook, by its response. */
const WEBHOOK_OUTCOMES = [
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

/**
 * All metrics of the plugin. Counters, histograms and sums cover this process.
 * Gauges cover the database, and are the same in each process of a store.
 */
export const INSTRUMENTS = {
  "stablecoin.webhook.received": {
    kind: "counter",
    unit: "{webhook}",
    description: "Webhooks that arrived, by the response",
    attributes: { rail: RAILS, outcome: WEBHOOK_OUTCOMES },
  },
  "stablecoin.webhook.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "Time from the arrival of a webhook to the response",
    attributes: { rail: RAILS, outcome: WEBHOOK_OUTCOMES },
    buckets: WEBHOOK_BUCKETS,
  },
  "stablecoin.webhook.processed": {
    kind: "counter",
    unit: "{webhook}",
    description: "Attempts to process a stored webhook, by result",
    attributes: { outcome: ["processed", "ignored", "failed", "dead"] },
  },
  "stablecoin.webhook.order.duration": {
    kind: "histogram",
    unit: "s",
    description:
      "Time from the receipt of a webhook to the order that it paid for",
    attributes: { rail: RAILS },
    buckets: ORDER_BUCKETS,
  },
  "stablecoin.webhook.pending": {
    kind: "gauge",
    unit: "{webhook}",
    description: "Webhooks that are stored and not processed yet",
    attributes: {},
  },
  "stablecoin.queue.length": {
    kind: "sum",
    unit: "{task}",
    description: "Tasks that wait in the memory of this process",
    attributes: {
      queue: [
        "store_webhooks",
        "prove_payments",
        "settle_payments",
        "reconcile_payments",
      ],
    },
  },
  "stablecoin.payment.due.count": {
    kind: "gauge",
    unit: "{payment}",
    description: "Payments due for reconciliation",
    attributes: {},
  },
  "stablecoin.payment.due.age": {
    kind: "gauge",
    unit: "s",
    description: "How long the oldest due payment has been due",
    attributes: {},
  },
  "stablecoin.exception.open.count": {
    kind: "gauge",
    unit: "{exception}",
    description: "Open exceptions",
    attributes: PROBLEM,
  },
  "stablecoin.exception.open.age": {
    kind: "gauge",
    unit: "s",
    description: "Time since the oldest open exception was first opened",
    attributes: PROBLEM,
  },
  "stablecoin.refund.due.count": {
    kind: "gauge",
    unit: "{refund}",
    description: "Refunds that the merchant still has to send",
    attributes: {},
  },
  "stablecoin.health.checks": {
    kind: "gauge",
    unit: "{check}",
    description: "Health checks by result, zero where another process ran them",
    attributes: { status: HEALTH_STATUSES },
  },
  "stablecoin.settle.runs": {
    kind: "counter",
    unit: "{run}",
    description: "Attempts to make Medusa match the ledger, by result",
    attributes: {
      outcome: [
        "captured",
        "authorized",
        "changed",
        "unchanged",
        "stuck",
        "failed",
      ],
    },
  },
  "stablecoin.reconcile.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of a reconciliation pass",
    attributes: { outcome: ["complete", "incomplete", "failed"] },
    buckets: PASS_BUCKETS,
  },
  "stablecoin.gateway.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of one HTTP request to the gateway",
    attributes: {
      rail: RAILS,
      operation: ["verify", "list_currencies", "create", "read", "cancel"],
      status: ["1xx", "2xx", "3xx", "4xx", "5xx", "none"],
      outcome: ["ok", ...GATEWAY_ERROR_CODES],
    },
    buckets: REQUEST_BUCKETS,
  },
  "stablecoin.gateway.pauses": {
    kind: "counter",
    unit: "{pause}",
    description: "Times that a 429 made this process pause an account",
    attributes: { rail: RAILS },
  },
} as const satisfies Readonly<Record<string, Instrument>>

export type InstrumentName = keyof typeof INSTRUMENTS

/** Names of the instruments of some kinds. */
export type NameOf<Kind extends Instrument["kind"]> = {
  [Name in InstrumentName]: (typeof INSTRUMENTS)[Name]["kind"] extends Kind
    ? Name
    : never
}[InstrumentName]

type ValueOf<Values> = Values extends readonly (infer Value extends string)[]
  ? Value
  : never

/** All attributes of an instrument. */
export type AttributesOf<Name extends InstrumentName> = {
  -readonly [Key in keyof (typeof INSTRUMENTS)[Name]["attributes"]]: ValueOf<
    (typeof INSTRUMENTS)[Name]["attributes"][Key]
  >
}

export type WebhookOutcome =
  AttributesOf<"stablecoin.webhook.received">["outcome"]
export type ProcessingOutcome =
  AttributesOf<"stablecoin.webhook.processed">["outcome"]
export type SettleOutcome = AttributesOf<"stablecoin.settle.runs">["outcome"]
export type QueueName = AttributesOf<"stablecoin.queue.length">["queue"]
