import { AggregatorRegistry } from "prom-client"
import { Semaphore } from "../../shared/semaphore"
import { openMetricsOf } from "./open-metrics"
import type { MetricsSnapshot } from "./prometheus-metrics"

/** Types of metrics that never decrease. */
const CUMULATIVE = ["counter", "histogram"]

/**
 * The metrics of a receiver of several processes, in the process that started
 * them. Prometheus takes a sum that decreases for a restart from 0, and counts
 * all of it again. So counts of processes that ended remain in the sums.
 */
export class MetricsOfProcesses {
  readonly #running = new Map<number, MetricsSnapshot>()
  readonly #ending = new Semaphore(1)
  #ended: MetricsSnapshot = []

  /** Replaces the snapshot of a process that runs. */
  set(processId: number, snapshot: MetricsSnapshot): void {
    this.#running.set(processId, snapshot)
  }

  /** Keeps the counts of a process, as of its last snapshot. */
  async end(processId: number): Promise<void> {
    await this.#ending.run(async () => {
      const ended = this.#running.get(processId) ?? []
      const counts = ended.filter(({ type }) =>
        CUMULATIVE.includes(String(type))
      )
      try {
        const all = AggregatorRegistry.aggregate([this.#ended, counts])
        this.#ended = await all.getMetricsAsJSON()
      } finally {
        this.#running.delete(processId)
      }
    })
  }

  /** Writes the metrics of all processes in the OpenMetrics format. */
  async openMetrics(): Promise<string> {
    return await openMetricsOf([...this.#running.values(), this.#ended])
  }
}
