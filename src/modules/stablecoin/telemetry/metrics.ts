import {
  type Attributes,
  diag,
  type Meter,
  metrics,
  type ObservableGauge,
} from "@medusajs/framework/opentelemetry/api"
import {
  type AttributesOf,
  type InstrumentName,
  INSTRUMENTS,
  type NameOf,
} from "./instruments"

const SCOPE = "medusa-payment-stablecoin"

/** Reports one value of a gauge. */
export type Report = <Name extends NameOf<"gauge">>(
  name: Name,
  value: number,
  attributes: AttributesOf<Name>
) => void

/** Reports all gauges whenever an SDK collects. */
type Observer = (report: Report) => Promise<void>

type Instruments = {
  recorders: Map<string, (value: number, attributes: Attributes) => void>
  gauges: Map<string, ObservableGauge>
}

/**
 * The instruments of this process. Without an OpenTelemetry SDK each call ends
 * at the API's no-op meter, and no gauge is read.
 *
 * A meter that was read before an SDK registered stays a no-op. So each call
 * reads the provider, and creates the instruments again if it has changed.
 */
export class Metrics {
  #provider: unknown
  #instruments: Instruments = { recorders: new Map(), gauges: new Map() }
  #observer: Observer | null = null

  /** Increments a counter by one. */
  add<Name extends NameOf<"counter">>(
    name: Name,
    attributes: AttributesOf<Name>
  ): void {
    this.#take(name, 1, attributes)
  }

  /** Records a duration in seconds. */
  record<Name extends NameOf<"histogram">>(
    name: Name,
    seconds: number,
    attributes: AttributesOf<Name>
  ): void {
    this.#take(name, seconds, attributes)
  }

  /** Observes all gauges whenever an SDK collects, until `end`. */
  observe(observer: Observer): void {
    this.#observer = observer
    safely(() => this.#current())
  }

  end(): void {
    this.#observer = null
  }

  #take(name: InstrumentName, value: number, attributes: Attributes): void {
    safely(() => this.#current().recorders.get(name)?.(value, attributes))
  }

  #current(): Instruments {
    const provider = metrics.getMeterProvider()
    if (provider !== this.#provider) {
      const meter = provider.getMeter(SCOPE)
      const instruments = createAll(meter)
      const { gauges } = instruments
      meter.addBatchObservableCallback(
        async (result) =>
          await this.#observer?.((name, value, attributes) =>
            result.observe(gauges.get(name)!, value, attributes)
          ),
        [...gauges.values()]
      )
      this.#provider = provider
      this.#instruments = instruments
    }
    return this.#instruments
  }
}

function createAll(meter: Meter): Instruments {
  const all: Instruments = { recorders: new Map(), gauges: new Map() }
  for (const [name, instrument] of Object.entries(INSTRUMENTS)) {
    const { kind, unit, description } = instrument
    const options = { unit, description }
    if (kind === "gauge") {
      all.gauges.set(name, meter.createObservableGauge(name, options))
    } else if (kind === "counter") {
      const counter = meter.createCounter(name, options)
      all.recorders.set(name, (value, labels) => counter.add(value, labels))
    } else {
      // The default bounds are made for milliseconds.
      const advice = { explicitBucketBoundaries: [...instrument.buckets] }
      const histogram = meter.createHistogram(name, { ...options, advice })
      all.recorders.set(name, (value, labels) =>
        histogram.record(value, labels)
      )
    }
  }
  return all
}

/** Keeps a fault of an SDK or its views from failing a payment. */
function safely(run: () => void): void {
  try {
    run()
  } catch (error) {
    diag.error("Stablecoin payments: a metric was not taken.", error)
  }
}
