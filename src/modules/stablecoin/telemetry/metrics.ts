import {
  type Attributes,
  createNoopMeter,
  diag,
  type Meter,
  metrics,
} from "@medusajs/framework/opentelemetry/api"
import {
  type AttributesOf,
  type InstrumentName,
  INSTRUMENTS,
  type NameOf,
} from "./instruments"

const SCOPE = "medusa-payment-stablecoin"

type Gauge = NameOf<"gauge">

/** Reports one value of a gauge. */
export type Report = <Name extends Gauge>(
  name: Name,
  value: number,
  attributes: AttributesOf<Name>
) => void

/** Reports all gauges whenever an SDK collects. */
type Observer = (report: Report) => Promise<void>

/**
 * The instruments of this process. Without an OpenTelemetry SDK each call ends
 * at the API's no-op meter, and no gauge is read.
 *
 * A meter that was read before an SDK registered stays a no-op. So each call
 * reads the provider, and creates the instruments again if it has changed.
 */
export class Metrics {
  #provider: unknown
  #meter: Meter = createNoopMeter()
  #recorders = new Map<InstrumentName, Recorder>()
  #observer: Observer | null = null
  #unregister = (): void => undefined

  /** Increments a counter by one. */
  add<Name extends NameOf<"counter">>(
    name: Name,
    attributes: AttributesOf<Name>
  ): void {
    safely(() => this.#recorder(name)(1, attributes))
  }

  /** Records a duration in seconds. */
  record<Name extends NameOf<"histogram">>(
    name: Name,
    seconds: number,
    attributes: AttributesOf<Name>
  ): void {
    safely(() => this.#recorder(name)(seconds, attributes))
  }

  /** Observes all gauges whenever an SDK collects, until `end`. */
  observe(observer: Observer): void {
    safely(() => {
      const meter = this.#current()
      this.#observer = observer
      this.#unregister = register(meter, observer)
    })
  }

  end(): void {
    this.#unregister()
    this.#observer = null
  }

  #recorder(name: NameOf<"counter" | "histogram">): Recorder {
    const meter = this.#current()
    const recorder = this.#recorders.get(name) ?? recorderOf(meter, name)
    this.#recorders.set(name, recorder)
    return recorder
  }

  #current(): Meter {
    const provider = metrics.getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      this.#meter = provider.getMeter(SCOPE)
      this.#recorders.clear()
      if (this.#observer) {
        this.#unregister()
        this.#unregister = register(this.#meter, this.#observer)
      }
    }
    return this.#meter
  }
}

type Recorder = (value: number, attributes: Attributes) => void

function recorderOf(
  meter: Meter,
  name: NameOf<"counter" | "histogram">
): Recorder {
  const instrument = INSTRUMENTS[name]
  const { unit, description } = instrument
  if (instrument.kind === "counter") {
    const counter = meter.createCounter(name, { unit, description })
    return (value, attributes) => counter.add(value, attributes)
  }
  // The default bounds are made for milliseconds.
  const advice = { explicitBucketBoundaries: [...instrument.buckets] }
  const histogram = meter.createHistogram(name, { unit, description, advice })
  return (value, attributes) => histogram.record(value, attributes)
}

/** @returns unregisters the observer */
function register(meter: Meter, observer: Observer): () => void {
  const gauges = new Map(
    Object.entries(INSTRUMENTS).flatMap(
      ([name, { kind, unit, description }]) =>
        kind === "gauge"
          ? [[name, meter.createObservableGauge(name, { unit, description })]]
          : []
    )
  )
  const callback: Parameters<Meter["addBatchObservableCallback"]>[0] = async (
    result
  ) => {
    await observer((name, value, attributes) => {
      const gauge = gauges.get(name)
      if (gauge) {
        result.observe(gauge, value, attributes)
      }
    })
  }
  const all = [...gauges.values()]
  meter.addBatchObservableCallback(callback, all)
  return () => meter.removeBatchObservableCallback(callback, all)
}

/** Keeps a fault of an SDK or its views from failing a payment. */
function safely(run: () => void): void {
  try {
    run()
  } catch (error) {
    diag.error("Stablecoin payments: a metric was not taken.", error)
  }
}
