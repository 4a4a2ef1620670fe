import { metrics } from "@medusajs/framework/opentelemetry/api"
import {
  type DataPoint,
  type Histogram,
  MeterProvider,
  MetricReader,
} from "@opentelemetry/sdk-metrics"

type Attributes = Record<string, string>
type Point = DataPoint<number> | DataPoint<Histogram>

/** An OpenTelemetry SDK in this process, whose metrics a test reads. */
export class TestMetrics {
  readonly #reader = new TestReader()
  readonly provider = new MeterProvider({ readers: [this.#reader] })

  /** Registers an SDK, as a store's `instrumentation.ts` does. */
  static register(): TestMetrics {
    const test = new TestMetrics()
    if (!metrics.setGlobalMeterProvider(test.provider)) {
      throw new Error("Another SDK is registered already.")
    }
    return test
  }

  /** Collects all metrics once. */
  async collect(): Promise<Collected> {
    const { resourceMetrics, errors } = await this.#reader.collect()
    if (errors.length) {
      throw errors[0]
    }
    return new Collected(resourceMetrics)
  }

  /** Unregisters the SDK, so that the process is as before. */
  async end(): Promise<void> {
    metrics.disable()
    await this.provider.shutdown()
  }
}

type ResourceMetrics = Awaited<
  ReturnType<MetricReader["collect"]>
>["resourceMetrics"]

export class Collected {
  constructor(readonly resourceMetrics: ResourceMetrics) {}

  /** Names of all metrics that have a value. */
  get names(): string[] {
    return this.#all.map(({ descriptor }) => descriptor.name)
  }

  /**
   * Values of a metric by its attributes, joined with spaces; the count of a
   * histogram.
   */
  values(name: string): Record<string, number> {
    return Object.fromEntries(
      this.#points(name).map(({ attributes, value }) => [
        Object.values(attributes).join(" "),
        typeof value === "number" ? value : value.count,
      ])
    )
  }

  /**
   * The value with these attributes, 0 without any; the count of a histogram.
   */
  value(name: string, attributes: Attributes = {}): number {
    return this.values(name)[Object.values(attributes).join(" ")] ?? 0
  }

  histogram(name: string): Histogram | undefined {
    const [point] = this.#points(name)
    return typeof point?.value === "object" ? point.value : undefined
  }

  get #all() {
    return this.resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics)
  }

  #points(name: string): Point[] {
    return this.#all
      .filter(({ descriptor }) => descriptor.name === name)
      .flatMap(({ dataPoints }): Point[] => dataPoints as Point[])
  }
}

class TestReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}
