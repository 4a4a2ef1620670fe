import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client"
import {
  type AttributesOf,
  type InstrumentName,
  INSTRUMENTS,
} from "../../modules/stablecoin/telemetry/instruments"
import type { Observe } from "../../modules/stablecoin/telemetry/metrics"
import { combinationsOf } from "./combinations-of"
import {
  COUNTERS,
  HISTOGRAMS,
  type ReceiverCounter,
  type ReceiverHistogram,
  type ReceiverSum,
  SUMS,
} from "./receiver-instruments"

/** The metrics of one process at one time, as prom-client writes them in JSON. */
export type MetricsSnapshot = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>

/**
 * The receiver's instruments, named as OpenTelemetry's exporter for Prometheus
 * names them, and those of Node.js: memory, processor time, event loop.
 */
export class PrometheusMetrics {
  readonly #registry = new Registry()
  readonly #counters = new Map<ReceiverCounter, Counter>()
  readonly #histograms = new Map<ReceiverHistogram, Histogram>()
  readonly #gauges = new Map<InstrumentName, Gauge>()

  #observe: (report: Observe) => void = () => {}

  constructor() {
    for (const name of COUNTERS) {
      const counter = new Counter(this.#configOf(name))
      // `increase` misses the first event of a series that begins with 1.
      for (const attributes of combinationsOf(INSTRUMENTS[name].attributes)) {
        counter.inc(attributes, 0)
      }
      this.#counters.set(name, counter)
    }
    for (const name of HISTOGRAMS) {
      const buckets = [...INSTRUMENTS[name].buckets]
      const config = { ...this.#configOf(name), buckets }
      this.#histograms.set(name, new Histogram(config))
    }
    for (const name of SUMS) {
      this.#gauges.set(name, new Gauge(this.#configOf(name)))
    }
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Increments a counter by one. */
  add<Name extends ReceiverCounter>(
    name: Name,
    attributes: AttributesOf<Name>
  ): void {
    this.#counters.get(name)?.inc(attributes)
  }

  /** Records a duration in seconds. */
  record<Name extends ReceiverHistogram>(
    name: Name,
    seconds: number,
    attributes: AttributesOf<Name>
  ): void {
    this.#histograms.get(name)?.observe(attributes, seconds)
  }

  /** Has the values of sums reported for each snapshot. */
  observe(observe: (report: Observe) => void): void {
    this.#observe = observe
  }

  async snapshot(): Promise<MetricsSnapshot> {
    this.#observe((name, value, attributes) =>
      this.#gauges.get(name)?.set(attributes, value)
    )
    return await this.#registry.getMetricsAsJSON()
  }

  #configOf(name: ReceiverCounter | ReceiverHistogram | ReceiverSum) {
    const { description, attributes } = INSTRUMENTS[name]
    return {
      name: name.replaceAll(".", "_"),
      help: description,
      labelNames: Object.keys(attributes),
      registers: [this.#registry],
    }
  }
}
