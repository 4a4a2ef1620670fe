import type { ReceiverStatus } from "../../http-types"
import {
  type AttributesOf,
  INSTRUMENTS,
} from "../../modules/stablecoin/telemetry/instruments"
import {
  Metrics,
  type Observe,
} from "../../modules/stablecoin/telemetry/metrics"
import { type MetricsSnapshot, PrometheusMetrics } from "./prometheus-metrics"
import {
  type ReceiverCounter,
  type ReceiverHistogram,
  SUMS,
} from "./receiver-instruments"

/** The state of a process, which is read when metrics are collected. */
export type ReceiverState = {
  status: ReceiverStatus
  /** Its part of the spool, and the size from which webhooks are refused. */
  spool: { webhooks: number; bytes: number; maxBytes: number }
}

const STATUSES = INSTRUMENTS["stablecoin.receiver.count"].attributes.status

/**
 * The metrics of this process: for `GET /metrics`, and for an OpenTelemetry SDK
 * if one is registered.
 */
export class ReceiverMetrics {
  readonly #opentelemetry = new Metrics()
  readonly #prometheus = new PrometheusMetrics()

  /** Reads the state of this process from now on, whenever it is collected. */
  observe(state: () => ReceiverState): void {
    const observe = (report: Observe): void => reportState(report, state())
    this.#prometheus.observe(observe)
    this.#opentelemetry.observe(SUMS, observe)
  }

  /** Increments a counter by one. */
  add<Name extends ReceiverCounter>(
    name: Name,
    attributes: AttributesOf<Name>
  ): void {
    this.#prometheus.add(name, attributes)
    this.#opentelemetry.add(name, attributes)
  }

  /** Records a duration in seconds. */
  record<Name extends ReceiverHistogram>(
    name: Name,
    seconds: number,
    attributes: AttributesOf<Name>
  ): void {
    this.#prometheus.record(name, seconds, attributes)
    this.#opentelemetry.record(name, seconds, attributes)
  }

  /** The present values. They can be sent to another process as JSON. */
  async snapshot(): Promise<MetricsSnapshot> {
    return await this.#prometheus.snapshot()
  }

  /** Unregisters from the OpenTelemetry SDK. */
  end(): void {
    this.#opentelemetry.end()
  }
}

function reportState(
  report: Observe,
  { status: current, spool }: ReceiverState
): void {
  for (const status of STATUSES) {
    report("stablecoin.receiver.count", status === current ? 1 : 0, { status })
  }
  report("stablecoin.spool.webhook.count", spool.webhooks, {})
  report("stablecoin.spool.usage", spool.bytes, {})
  report("stablecoin.spool.limit", spool.maxBytes, {})
}
