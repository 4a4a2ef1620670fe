import { GATEWAY_ERROR_CODES } from "../../../gateway"
import { HEALTH_STATUSES } from "../../../http-types"
import { EXCEPTION_KINDS, EXCEPTION_REASONS, RAILS } from "../../../ledger"

type Instrument = {
  /** A `gauge` is observed when an SDK collects; the others are recorded. */
  kind: "counter" | "histogram" | "gauge"
  unit: string
  description: string
  /**
   * Names and values of the labels. Each has a fixed list of values, so that no
   * label grows with traffic.
   */
  attributes: Readonly<Record<string, readonly string[]>>
  /** Upper bounds of a histogram's buckets, in its unit. */
  buckets?: readonly number[]
}

/** A problem's labels. Another version may have kinds that this one lacks. */
const PROBLEM = {
  kind: [...EXCEPTION_KINDS, "other"],
  reason: [...EXCEPTION_REASONS, "none"],
} as const

/**
 * All metrics of the plugin. Counters and histograms cover this process. Gauges
 * cover the database, and are the same in each process of a store.
 */
export const INSTRUMENTS = {
  "stablecoin.webhook.received": {
    kind: "counter",
    unit: "{webhook}",
    description: "Webhooks that arrived, by the response",
    attributes: {
      rail: RAILS,
      outcome: [
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
      ],
    },
  },
  "stablecoin.webhook.processed": {
    kind: "counter",
    unit: "{webhook}",
    description: "Attempts to process a stored webhook, by result",
    attributes: { outcome: ["processed", "ignored", "failed", "dead"] },
  },
  "stablecoin.webhook.pending": {
    kind: "gauge",
    unit: "{webhook}",
    description: "Webhooks that are stored and not processed yet",
    attributes: {},
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
    // The bounds that OpenTelemetry recommends for HTTP requests.
    buckets: [
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
      30,
    ],
  },
} as const satisfies Readonly<Record<string, Instrument>>

export type InstrumentName = keyof typeof INSTRUMENTS

/** Names of the instruments of a kind. */
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
