import {
  type BatchObservableCallback,
  type BatchObservableResult,
  type Counter,
  createNoopMeter,
  diag,
  type Histogram,
  type Meter,
  metrics,
  type Observable,
} from "@medusajs/framework/opentelemetry/api"
import {
  type AttributesOf,
  type InstrumentName,
  INSTRUMENTS,
  type NameOf,
} from "./instruments"

const SCOPE = "medusa-payment-stablecoin"

type Observed = NameOf<"sum" | "gauge">

/** Reports one value of an observed instrument. */
export type Observe = <Name extends Observed>(
  name: Name,
  value: number,
  attributes: AttributesOf<Name>
) => void

type Observer = {
  names: readonly Observed[]
  observe(report: Observe): void | Promise<void>
  /** Unregisters the observer from the current meter. */
  stop?: () => void
}

/**
 * The instruments of this process. Without an OpenTelemetry SDK each call ends
 * at the API's no-op meter, and no observer is called.
 *
 * The API has no proxy for meters: a meter that was read before an SDK
 * registered stays a no-op. So each call reads the provider, and creates the
 * instruments again if it has changed. Medusa runs `instrumentation.ts` before
 * it loads modules, but a store may register its SDK elsewhere, and later.
 */
export class Metrics {
  #provider: unknown
  #meter: Meter = createNoopMeter()
  #counters = new Map<InstrumentName, Counter>()
  #histograms = new Map<InstrumentName, Histogram>()
  readonly #observers = new Set<Observer>()

  /** Whether an SDK that takes metrics is registered. */
  get isOn(): boolean {
    return this.#current() !== createNoopMeter()
  }

  /** Increments a counter by one. */
  add<Name extends NameOf<"counter">>(
    name: Name,
    attributes: AttributesOf<Name>
  ): void {
    safely(() => {
      const meter = this.#current()
      let counter = this.#counters.get(name)
      if (!counter) {
        const { unit, description } = INSTRUMENTS[name]
        counter = meter.createCounter(name, { unit, description })
        this.#counters.set(name, counter)
      }
      counter.add(1, attributes)
    })
  }

  /** Records a duration in seconds. */
  record<Name extends NameOf<"histogram">>(
    name: Name,
    seconds: number,
    attributes: AttributesOf<Name>
  ): void {
    safely(() => {
      const meter = this.#current()
      let histogram = this.#histograms.get(name)
      if (!histogram) {
        const { unit, description, buckets } = INSTRUMENTS[name]
        // The default bounds are made for milliseconds.
        const advice = { explicitBucketBoundaries: [...buckets] }
        histogram = meter.createHistogram(name, { unit, description, advice })
        this.#histograms.set(name, histogram)
      }
      histogram.record(seconds, attributes)
    })
  }

  /** Observes instruments whenever an SDK collects, until `end`. */
  observe(names: readonly Observed[], observe: Observer["observe"]): void {
    const observer: Observer = { names, observe }
    safely(() => {
      const meter = this.#current()
      this.#observers.add(observer)
      register(meter, observer)
    })
  }

  /** Unregisters all observers. */
  end(): void {
    for (const observer of this.#observers) {
      observer.stop?.()
    }
    this.#observers.clear()
  }

  #current(): Meter {
    const provider = metrics.getMeterProvider()
    if (provider !== this.#provider) {
      this.#provider = provider
      this.#meter = provider.getMeter(SCOPE)
      this.#counters = new Map()
      this.#histograms = new Map()
      for (const observer of this.#observers) {
        observer.stop?.()
        register(this.#meter, observer)
      }
    }
    return this.#meter
  }
}

/** Keeps a fault of an SDK or its views from failing a payment. */
function safely(run: () => void): void {
  try {
    run()
  } catch (error) {
    diag.error("Stablecoin payments: a metric was not taken.", error)
  }
}

function register(meter: Meter, observer: Observer): void {
  const observables = new Map<Observed, Observable>()
  for (const name of observer.names) {
    const { kind, unit, description } = INSTRUMENTS[name]
    observables.set(
      name,
      kind === "sum"
        ? meter.createObservableUpDownCounter(name, { unit, description })
        : meter.createObservableGauge(name, { unit, description })
    )
  }
  const callback: BatchObservableCallback = async (
    result: BatchObservableResult
  ) => {
    await observer.observe((name, value, attributes) => {
      const observable = observables.get(name)
      if (observable) {
        result.observe(observable, value, attributes)
      }
    })
  }
  const all = [...observables.values()]
  meter.addBatchObservableCallback(callback, all)
  observer.stop = () => meter.removeBatchObservableCallback(callback, all)
}
