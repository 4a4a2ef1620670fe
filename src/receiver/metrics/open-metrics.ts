import { AggregatorRegistry, Registry } from "prom-client"
import type { MetricsSnapshot } from "./prometheus-metrics"

export const OPEN_METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE

/**
 * Writes the metrics of a receiver in the OpenMetrics format. The values of its
 * processes are added up, except where prom-client's own metrics say otherwise,
 * as for the lag of the event loop.
 */
export async function openMetricsOf(
  snapshots: readonly MetricsSnapshot[]
): Promise<string> {
  // `clusterMetrics` of prom-client writes Prometheus's older format only.
  const registry = AggregatorRegistry.aggregate<typeof OPEN_METRICS_TYPE>(
    snapshots.map((families) => families.map(withoutTotal))
  )
  registry.setContentType(OPEN_METRICS_TYPE)
  return await registry.metrics()
}

/** In OpenMetrics, prom-client appends `_total` to the name of each counter. */
function withoutTotal(
  family: MetricsSnapshot[number]
): MetricsSnapshot[number] {
  // Typed as an enumeration, but a word.
  return String(family.type) === "counter"
    ? { ...family, name: family.name.replace(/_total$/, "") }
    : family
}
